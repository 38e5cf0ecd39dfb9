// SPDX-License-Identifier: Apache-2.0
//
// How a recording is cut into EDF records, and which numbers go into the 8 characters that a header has for them. A
// record holds a whole number of samples of every channel, and rate = samples / duration must survive the 8 characters;
// where the samples divide evenly nothing needs to be filled up.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "biotropy/series/recording.hpp"

namespace biotropy::files {

struct EdfPlan {
  std::uint64_t n_records = 1;
  std::string duration = "0";  ///< of a record, as it stands in the header: digits, perhaps with a point
  double seconds = 0.0;        ///< the same as a number
  std::vector<std::uint64_t> samples_per_record;
  bool exact_rates = true;
  bool filled = false;  ///< the last record has more samples than there are
};

/// @throws Error unsupported where no record length suits the rates.
EdfPlan plan_records(std::span<const series::Channel> channels);

struct EdfRange {
  std::string lowest_text, highest_text;
  double lowest = 0.0, highest = 0.0;  ///< the same as numbers
};

/// A range around the samples.
EdfRange choose_range(const series::Channel& channel);

}  // namespace biotropy::files
