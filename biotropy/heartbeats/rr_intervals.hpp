// SPDX-License-Identifier: Apache-2.0
//
// RR intervals of a file, cleaned, with the time of each and a report of removals. A file is an annotation file of a
// WFDB record, its header or its name; a table of physiology or of events of BIDS; or any other file that files::open()
// reads as one channel of intervals. Annotations, events and Polar's files define their unit and have no time to the
// first beat; for a list both are detected or given; for a table of physiology its JSON file gives the unit.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "biotropy/files/options.hpp"
#include "biotropy/heartbeats/annotated_beats.hpp"
#include "biotropy/heartbeats/rr.hpp"
#include "biotropy/notice.hpp"

namespace biotropy::heartbeats {

struct Reading {
  files::OpenOptions open{};
  bool consecutive = false;  ///< of annotations, only intervals with nothing annotated inside
  RrCleaning cleaning{};     ///< unit and first value apply to lists
  std::string beats{};       ///< of a table of events: the trial_type that is a beat
};

/// The options of clean_rr().
std::span<const OptionRow<Reading>> cleaning_options();
/// Those of read_rr(): cleaning_options() and of files; for `open` there is files::open_options().
std::span<const OptionRow<Reading>> rr_options();

struct RrIntervals {
  std::filesystem::path source;  ///< file of the intervals
  std::string format;
  RrSeries rr;
  /// Seconds to the beat that ends each value that was read, including removed ones: for annotations, from the start of
  /// the record; for a list, the sum so far, to which a missing value adds nothing, or the time itself.
  std::vector<double> ends;
  std::vector<std::string> other_files;  ///< read together with it
  Notices notices;                       ///< of reading
  std::optional<BeatFacts> annotations;  ///< for an annotation file
};

/// Tables of BIDS:
/// - *_physio.tsv.gz: one column of it. If all its numbers are 0 and 1, the first of each run of 1
///   is a beat at the time of its row. Other rows are samples
///   in time, so that their meaning must be given (cleaning.values).
/// - *_events.tsv, if `beats` is given: the onsets of those events.
/// @throws Error as read_beats() does, as files::open() and files::read_physio(), and as clean_rr(); invalid_argument
/// for more than one channel ("columns" of a text), for "values" and "input_unit" of a table of physiology that are not
/// known, for a unit other than that of its JSON file, and for "beats" without effect; too_short for fewer than two
/// beats.
RrIntervals read_rr(const std::filesystem::path& path, const Reading& reading = {});

/// The intervals as a recording with the one channel "RR"; its notices include what was removed.
series::Recording as_recording(RrIntervals intervals);

/// End of each value in seconds: the sum of the intervals so far, or the times themselves.
/// @param values as read.
/// @param report of their cleaning.
std::vector<double> ends_of(series::Samples values, const RrReport& report);

}  // namespace biotropy::heartbeats
