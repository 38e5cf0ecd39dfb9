// SPDX-License-Identifier: Apache-2.0
//
// RR intervals from beat annotations, defined as in PhysioNet's program ann2rr: the times between each beat and the
// previous one, whatever annotations lie between them, or only those without any (its option -c). The first line of
// ann2rr is the time from the start of the record to the first beat, which is not an interval; here it is separate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace biotropy::heartbeats {

/// True for an annotation code of the MIT format that marks a beat (a QRS complex).
bool is_beat(int code);

struct BeatIntervals {
  std::vector<double> seconds;          ///< time from each beat to the next
  std::vector<double> ends;             ///< seconds from the start of the record to the beat that ends each interval
  std::vector<std::size_t> gap_starts;  ///< positions of intervals left out because of an annotation in between
  std::size_t n_beats = 0;
  std::size_t n_others = 0;    ///< annotations that are not beats
  std::size_t n_left_out = 0;  ///< intervals left out because of such an annotation in between
  double first_beat = 0.0;     ///< seconds from the start of the record; 0 without a beat
};

/// `samples` are the positions of the annotations in time order, `codes` their types.
/// @throws Error invalid_argument for a rate that is not positive; invalid_data for lists of different lengths, a
/// negative position, or decreasing positions.
BeatIntervals beat_intervals(std::span<const std::int64_t> samples, std::span<const int> codes, double rate,
                             bool consecutive = false);

}  // namespace biotropy::heartbeats
