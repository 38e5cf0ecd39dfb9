// SPDX-License-Identifier: Apache-2.0
//
// Formats such as EEGLAB and BrainVision give the events of a recording as positions among the stored samples. Those
// positions pass over what was lost in gaps, but the time of a recording counts it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "biotropy/series/recording.hpp"

namespace biotropy::files {

struct StoredEvent {
  double position = 0.0;         ///< from 0; it may lie between two samples
  std::optional<double> length;  ///< stored samples
  std::string text;
  bool is_gap = false;  ///< marks a gap: it lies in front of it, and its length is what was lost
};

class StoredTime {
 public:
  /// A gap of unknown length counts as 0, as in series::pieces().
  explicit StoredTime(const series::Channel& channel);

  /// Seconds lost in the gaps in front of a position; `until` counts a gap that begins at the position, too.
  double lost_before(double position) const;
  double lost_until(double position) const;

  /// The event in the time of the recording. One that goes on behind a gap lasts as much longer as was lost.
  series::Annotation annotation(const StoredEvent& event) const;

 private:
  double rate_;
  std::vector<double> gap_starts_;
  std::vector<double> lost_;  ///< seconds in the first n gaps, from n = 0
};

}  // namespace biotropy::files
