// SPDX-License-Identifier: Apache-2.0
//
// Heartbeats from the annotations of a WFDB record, and the intervals between them as in PhysioNet's program ann2rr:
// none is judged or removed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/files/options.hpp"
#include "biotropy/heartbeats/beats.hpp"
#include "biotropy/notice.hpp"

namespace biotropy::heartbeats {

/// Facts from the annotations, besides the intervals.
struct BeatFacts {
  std::size_t n_beats = 0;
  std::size_t n_others = 0;    ///< annotations that are not beats
  std::size_t n_left_out = 0;  ///< intervals left out because they contain such an annotation
  double first_beat = 0.0;     ///< seconds from the start of the record

  /// "6 beats and 1 other annotation; the first beat is at 0.5 s"
  std::string sentence() const;
};

struct AnnotatedBeats {
  std::filesystem::path source;  ///< the annotation file
  double rate = 0.0;             ///< samples per second of its times
  BeatIntervals intervals;
  BeatFacts facts;
  std::vector<std::string> other_files;  ///< the header, if the rate was taken from it
  Notices notices;                       ///< of reading
};

/// Annotation file of a path: the path itself, or the file beside a header or a record's name; nothing for every other
/// file.
/// @throws Error as files::wfdb_annotation_file(); bad_file for a header without annotations beside it.
std::optional<std::filesystem::path> annotation_file(const std::filesystem::path& path,
                                                     const files::OpenOptions& open = {});

/// `path` is any path accepted by annotation_file().
/// @throws Error as files::read_wfdb_annotations() and beat_intervals(); file_not_found; invalid_argument ("path") for
/// another kind of file; bad_file for a header without annotations; too_short for fewer than two beats.
AnnotatedBeats read_beats(const std::filesystem::path& path, const files::OpenOptions& open = {},
                          bool consecutive = false);

}  // namespace biotropy::heartbeats
