// SPDX-License-Identifier: Apache-2.0
//
// Options for reading and cleaning RR intervals.
#pragma once

#include <string>
#include <vector>

#include "biotropy/files/results/results.hpp"
#include "biotropy/heartbeats/rr_intervals.hpp"

namespace CLI {
class App;
}

namespace biotropy::cli {

struct RrOptions {
  bool intervals = false;    ///< files that are not WFDB hold RR intervals, or times of beats
  bool consecutive = false;  ///< only intervals with nothing annotated inside
  std::string input_unit = "auto", output_unit = "auto", values = "detect", first = "detect", ectopic = "none",
              policy = "gap";
  double least = heartbeats::RrCleaning().least, greatest = heartbeats::RrCleaning().greatest;
  double ectopic_change = heartbeats::RrCleaning().ectopic_change;

  bool operator==(const RrOptions&) const = default;

  heartbeats::Reading reading(const files::OpenOptions& open) const;
};

/// @param prefix of the names: "" or "rr-".
void add_rr_options(CLI::App& command, RrOptions& options, const std::string& prefix);

/// Appends everything that the intervals depend on.
void record(const RrOptions& options, std::vector<files::Parameter>& parameters);

}  // namespace biotropy::cli
