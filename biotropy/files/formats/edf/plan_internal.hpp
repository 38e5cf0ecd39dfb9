// SPDX-License-Identifier: Apache-2.0
//
// Division of a recording into EDF records, and the numbers for the 8 characters of a header field. A record holds a
// whole number of samples of every channel, and rate = samples / duration must be exact within the 8 characters; if the
// samples divide evenly no padding is needed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "biotropy/series/recording.hpp"

namespace biotropy::files {

struct EdfPlan {
  std::uint64_t n_records = 1;
  std::string duration = "0";  ///< of a record, as written in the header: digits, perhaps with a point
  double seconds = 0.0;        ///< the duration as a number
  std::vector<std::uint64_t> samples_per_record;
  bool exact_rates = true;
  bool filled = false;  ///< the last record is padded
};

/// @throws Error unsupported if no record length suits the rates.
EdfPlan plan_records(std::span<const series::Channel> channels);

struct EdfRange {
  std::string lowest_text, highest_text;
  double lowest = 0.0, highest = 0.0;  ///< the limits as numbers
};

/// Range that contains all samples.
EdfRange choose_range(const series::Channel& channel);

}  // namespace biotropy::files
