// SPDX-License-Identifier: Apache-2.0
//
// The RR intervals of a file, cleaned, with the time of each and a report of what was removed. A file is an annotation
// file of a WFDB record, its header or its name, or anything else that files::open() reads as one channel of intervals.
// Annotations say what they are (seconds, and none of them the time to the first beat); of a list that has to be found
// out or said.
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
  Between between = Between::anything;  ///< of annotations
  RrCleaning cleaning{};                ///< unit and first value are those of lists
};

struct RrIntervals {
  std::filesystem::path source;  ///< the file that they stand in
  std::string format;
  RrSeries rr;
  /// Seconds to the beat that ends each value that was read, removed ones among them: of annotations, from the start of
  /// the record; of a list, the sum so far, to which a missing value adds nothing, or the time itself.
  std::vector<double> ends;
  std::vector<std::string> other_files;  ///< that were read with it
  std::vector<std::string> warnings;     ///< of reading
  std::optional<BeatFacts> annotations;  ///< where it is an annotation file
};

/// @throws Error as read_beats() does, as files::open(), and as clean_rr(); invalid_argument where there is
/// more than one channel ("columns" of a text).
RrIntervals read_rr(const std::filesystem::path& path, const Reading& reading = {});

/// When each value ends, in seconds: the sum of the intervals so far, or the times themselves.
/// @param values as they were read. @param report of their cleaning.
std::vector<double> ends_of(series::Samples values, const RrReport& report);

}  // namespace biotropy::heartbeats
