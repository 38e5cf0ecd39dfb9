// SPDX-License-Identifier: Apache-2.0
//
// States of a recording as events: runs of one label, sample by sample or in epochs of equal length, such as the 30 s
// of sleep staging. An epoch has the class with the largest mean posterior.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace biotropy::sicamm {

struct StateEvent {
  double onset = 0.0, duration = 0.0;  ///< seconds
  std::int32_t label = 0;              ///< a class; kUnlabelled: the time was not seen
  double confidence = 0.0;             ///< mean posterior of the class, NaN where there is none
};

/// A piece of a recording without gaps.
struct StatePiece {
  double begin = 0.0;                    ///< labels from the start of the recording to that of the first
  std::span<const std::int32_t> labels;  ///< classes, or kUnlabelled for what was not seen
  std::span<const double> posteriors;    ///< [sample * classes + class]
  /// Seconds from the start of the recording to the end of the piece; infinity: of its last label. The last epoch ends
  /// there.
  double end = std::numeric_limits<double>::infinity();
};

/// Runs of a label. None goes on across a gap. Pieces are in the order of time.
/// @throws Error invalid_argument for a rate that is not a positive number; invalid_data for sizes that do not fit.
std::vector<StateEvent> state_events(std::span<const StatePiece> pieces, std::size_t classes, double rate);

/// Runs of epochs of `seconds`, counted from the start of the recording. Epochs without a sample have no state, those
/// without one that was seen are kUnlabelled, and the last one ends with the recording. @throws Error as above, and
/// invalid_argument for epochs shorter than a sample.
std::vector<StateEvent> epoch_events(std::span<const StatePiece> pieces, std::size_t classes, double rate,
                                     double seconds);

/// Events of some classes: events of a class that are less than `gap` seconds apart are joined, then those shorter than
/// `shortest` are left out. @throws Error invalid_argument for negative numbers.
std::vector<StateEvent> joined_events(std::span<const StateEvent> events, std::span<const std::int32_t> classes,
                                      double gap, double shortest);

}  // namespace biotropy::sicamm
