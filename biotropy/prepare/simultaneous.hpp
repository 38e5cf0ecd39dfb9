// SPDX-License-Identifier: Apache-2.0
//
// Chosen channels of a recording as one array of simultaneous samples with their times, for front ends that hand whole
// recordings to other programs.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "biotropy/notice.hpp"
#include "biotropy/prepare/preparation.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::prepare {

/// Samples [begin, end) that are missing, though the file stores some; end = begin: the one before does not follow.
struct MissingPart {
  std::size_t begin = 0, end = 0;
  std::string text;  ///< what marks it
};

struct Simultaneous {
  std::size_t n_times = 0;
  std::vector<double> samples;  ///< [channel * n_times + time]; NaN in gaps
  std::vector<double> times;    ///< seconds from the start, or samples without a rate; evenly spaced inside a gap
  std::vector<std::string> labels, units;  ///< labels are unique, and the same whichever channels are chosen
  std::vector<std::string> bads;           ///< why channels are bad; "" of good ones
  std::optional<double> rate;
  std::vector<std::size_t> gaps;     ///< where time is missing: the first missing samples, or those behind it
  std::vector<MissingPart> missing;  ///< where the samples of gaps are joined, and spans are bad
  Notices notices;                   ///< of series::ambiguous_names()
};

/// @param list as of series::select_channels(). @param gap_fill missing samples inserted in each gap; 0: a gap is an
/// error; none: the samples before and behind a gap are joined.
/// @throws Error bad_file for a recording without channels; missing_values for gaps; as common_timing() and
/// series::select_channels().
Simultaneous simultaneous(series::Recording recording, const std::string& list, std::optional<std::size_t> gap_fill);

/// Adds spans that are marked as bad to the missing parts: the samples that are nearest to their ends are their first
/// and last ones.
void add_bad_spans(std::span<const BadSpan> spans, Simultaneous& made);

/// The channels that simultaneous() takes samples of, for a reader of files. None where the list has a fault, which
/// simultaneous() throws.
std::vector<std::size_t> simultaneous_channels(series::Recording described, const std::string& list);

}  // namespace biotropy::prepare
