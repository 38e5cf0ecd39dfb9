// SPDX-License-Identifier: Apache-2.0
//
// RR intervals of a file, cleaned, with the time of each and a report of removals. A file is an annotation file of a
// WFDB record, its header or its name, or any other file that files::open() reads as one channel of intervals.
// Annotations and Polar's files define their unit and have no time to the first beat; for a list both are detected or
// given.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/files/options.hpp"
#include "biotropy/heartbeats/annotated_beats.hpp"
#include "biotropy/heartbeats/rr.hpp"

namespace biotropy::heartbeats {

struct Reading {
  files::OpenOptions open{};
  Between between = Between::anything;  ///< for annotations
  RrCleaning cleaning{};                ///< unit and first value apply to lists
};

struct RrIntervals {
  std::filesystem::path source;  ///< file of the intervals
  std::string format;
  RrSeries rr;
  /// Seconds to the beat that ends each value that was read, including removed ones: for annotations, from the start of
  /// the record; for a list, the sum so far, to which a missing value adds nothing, or the time itself.
  std::vector<double> ends;
  std::vector<std::string> other_files;  ///< read together with it
  std::vector<std::string> warnings;     ///< of reading
  std::optional<BeatFacts> annotations;  ///< for an annotation file
};

/// @throws Error as read_beats() does, as files::open(), and as clean_rr(); invalid_argument for more than one channel
/// ("columns" of a text).
RrIntervals read_rr(const std::filesystem::path& path, const Reading& reading = {});

/// End of each value in seconds: the sum of the intervals so far, or the times themselves.
/// @param values as read.
/// @param report of their cleaning.
std::vector<double> ends_of(series::Samples values, const RrReport& report);

}  // namespace biotropy::heartbeats
