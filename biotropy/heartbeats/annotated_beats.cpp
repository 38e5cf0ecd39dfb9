// SPDX-License-Identifier: Apache-2.0
#include "biotropy/heartbeats/annotated_beats.hpp"

#include <fmt/format.h>

#include <utility>

#include "biotropy/counted.hpp"
#include "biotropy/error.hpp"
#include "biotropy/files/formats/wfdb/wfdb.hpp"
#include "biotropy/files/input.hpp"

namespace biotropy::heartbeats {

namespace fs = std::filesystem;

std::string BeatFacts::sentence() const {
  return fmt::format("{} and {}; the first beat is at {:.6g} s", counted(n_beats, "beat"),
                     counted(n_others, "other annotation"), first_beat);
}

std::optional<fs::path> annotation_file(const fs::path& path, const files::OpenOptions& open) {
  const fs::path record = files::wfdb_record(path);
  if (auto found = files::wfdb_annotation_file(record, open)) return found;
  if (files::has_wfdb_name(record) && fs::exists(files::fetched_status(record))) {
    throw Error(ErrorCode::bad_file,
                fmt::format("{}: no annotation file (RECORD.atr, RECORD.qrs, ...) stands beside the "
                            "header",
                            record.generic_string()));
  }
  return std::nullopt;
}

AnnotatedBeats read_beats(const fs::path& path, const files::OpenOptions& open, bool consecutive) {
  const auto source = annotation_file(path, open);
  if (!source) {
    if (!fs::exists(files::fetched_status(path)))
      throw Error(ErrorCode::file_not_found, path.generic_string() + ": no such file");
    throw Error::argument("path", path.generic_string(), "a WFDB annotation file or the header beside it");
  }
  files::WfdbAnnotations annotations = files::read_wfdb_annotations(*source, open);
  AnnotatedBeats beats;
  beats.source = *source;
  beats.rate = *annotations.rate;
  beats.intervals = beat_intervals(annotations.samples, annotations.codes, beats.rate, consecutive);
  const BeatIntervals& found = beats.intervals;
  if (found.n_beats < 2) {
    throw Error(ErrorCode::too_short, fmt::format("{}: {} of {} annotations are beats, and an interval needs two",
                                                  source->generic_string(), found.n_beats, annotations.samples.size()));
  }
  beats.facts = {found.n_beats, found.n_others, found.n_left_out, found.first_beat};
  if (annotations.header) beats.other_files.push_back(annotations.header->generic_string());
  beats.notices = std::move(annotations.notices);
  if (found.n_left_out > 0) {
    beats.notices.push_back(warning("intervals_left_out", fmt::format("{} with another annotation inside {} left out",
                                                                      counted(found.n_left_out, "interval"),
                                                                      found.n_left_out == 1 ? "was" : "were")));
  }
  return beats;
}

}  // namespace biotropy::heartbeats
