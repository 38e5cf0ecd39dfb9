// SPDX-License-Identifier: Apache-2.0
//
// Converts events in time to a class for each sample. An event with a duration lasts from its onset up to, not
// including, its end; one without lasts until the next event of a class begins, or to the end of the recording. Events
// that mark bad time take the class from their samples, and without a duration from the one at their onset.
#pragma once

#include <string>
#include <vector>

#include "biotropy/series/recording.hpp"
#include "biotropy/sicamm/labelled.hpp"

namespace biotropy::sicamm {

/// Names of the events, sorted, each once.
std::vector<std::string> event_names(std::span<const series::Annotation> events);

struct EventLabels {
  /// Of each sample; kUnlabelled if it is bad, or no event, or events of two classes, cover it.
  std::vector<std::int32_t> labels;
  std::vector<bool> bad;     ///< of each sample: within time that is marked as bad
  std::size_t events = 0;    ///< number of events of a class
  std::size_t disputed = 0;  ///< samples covered by two classes
  std::size_t empty = 0;     ///< events of a class that contain no sample: too short, or outside
};

/// Events with other names are ignored and end nothing, but for those that mark bad time (series::marks_bad()). Samples
/// follow one another in pieces, the first of which begins with sample 0; an event contains the samples of every piece
/// within its time.
/// @throws Error invalid_argument for a sampling rate that is not a positive number.
EventLabels event_labels(std::span<const series::Annotation> events, std::span<const std::string> classes,
                         double sampling_rate, std::span<const series::Piece> pieces);

/// event_labels() for samples without gaps.
EventLabels event_labels(std::span<const series::Annotation> events, std::span<const std::string> classes,
                         double sampling_rate, std::size_t samples);

}  // namespace biotropy::sicamm
