// SPDX-License-Identifier: Apache-2.0
//
// Settings for reading and cleaning RR intervals, as entered by users.
#pragma once

#include <string>
#include <vector>

#include "biotropy/files/results/results.hpp"
#include "biotropy/heartbeats/rr_intervals.hpp"

namespace biotropy::study {

struct RrSettings {
  bool consecutive = false;  ///< only intervals with nothing annotated inside
  std::string beats;         ///< of tables of events: the trial_type that is a beat
  std::string input_unit = "auto", output_unit = "auto", values = "detect", first = "detect", ectopic = "none",
              policy = "gap";
  double least = heartbeats::RrCleaning().least, greatest = heartbeats::RrCleaning().greatest;
  double ectopic_change = heartbeats::RrCleaning().ectopic_change;

  bool operator==(const RrSettings&) const = default;

  /// @throws Error invalid_argument.
  heartbeats::Reading reading(const files::OpenOptions& open) const;
};

/// Appends everything that the intervals depend on.
void record(const RrSettings& settings, std::vector<files::Parameter>& parameters);

}  // namespace biotropy::study
