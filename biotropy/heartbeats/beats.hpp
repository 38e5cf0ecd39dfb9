// SPDX-License-Identifier: Apache-2.0
//
// RR intervals from beat annotations as PhysioNet's program ann2rr defines them: the times between each beat and the
// beat before it, whatever stands between them; on request only where nothing else is annotated in between (its
// option -c). ann2rr also prints, as its first line, the time from the start of the record to the first beat, which is
// no interval between beats; here it stands by itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace biotropy::heartbeats {

/// An annotation code of the MIT format that marks a beat (a QRS complex).
struct BeatCode {
  int code;
  std::string_view symbol;
  std::string_view meaning;
};

/// The codes that the WFDB library counts as QRS complexes; code numbers from its ecgcodes.h, the choice among them
/// from its table isqrs in ecgmap.h, symbols from the list of annotation codes in PhysioNet's WFDB Programmer's Guide.
std::span<const BeatCode> beat_codes();

bool is_beat(int code);

struct BeatIntervals {
  std::vector<double> seconds;          ///< the time from each beat to the next
  std::vector<double> ends;             ///< seconds from the start of the record to the beat that ends each interval
  std::vector<std::size_t> gap_starts;  ///< where intervals were left out because of an annotation in between
  std::size_t n_beats = 0;
  std::size_t n_others = 0;    ///< annotations that are not beats
  std::size_t n_left_out = 0;  ///< intervals with such an annotation in between, where they are left out
  double first_beat = 0.0;     ///< seconds from the start of the record; 0 without a beat
};

enum class Between {
  anything,  ///< an interval goes from beat to beat, whatever is annotated between them (ann2rr)
  nothing    ///< it is left out if there is a rhythm change, artefact or other mark in between (ann2rr -c)
};

/// `samples` are the positions of the annotations in time order, `codes` their types.
/// @throws Error invalid_argument for a rate that is not positive; invalid_data for lists of different lengths, a
/// negative position, or one that lies before its predecessor.
BeatIntervals beat_intervals(std::span<const std::int64_t> samples, std::span<const int> codes, double rate,
                             Between between = Between::anything);

}  // namespace biotropy::heartbeats
