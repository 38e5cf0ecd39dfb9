// SPDX-License-Identifier: Apache-2.0
#include "cli/load_series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/files/open.hpp"
#include "biotropy/files/wfdb.hpp"
#include "biotropy/prepare/beats.hpp"

namespace biotropy::cli {

namespace {

Heartbeats from_annotations(const std::filesystem::path& path, const files::OpenOptions& open,
                            const RrOptions& options) {
  files::WfdbAnnotations annotations = files::read_wfdb_annotations(path, open);
  const prepare::BeatIntervals beats =
      prepare::beat_intervals(annotations.samples, annotations.codes, *annotations.rate, options.between());
  if (beats.n_beats < 2) {
    throw Error(ErrorCode::too_short, fmt::format("{}: {} of {} annotations are beats, and an interval needs two",
                                                  path.string(), beats.n_beats, annotations.samples.size()));
  }
  prepare::RrCleaning cleaning = options.cleaning();
  // Annotations say what they are: seconds, and none of them is the time to the first beat.
  cleaning.unit = prepare::RrUnit::seconds;
  cleaning.first = prepare::FirstValue::interval;
  Heartbeats heartbeats;
  heartbeats.source = path;
  heartbeats.format = "WFDB";
  if (annotations.header) heartbeats.other_files.push_back(annotations.header->string());
  heartbeats.rr = prepare::clean_rr(beats.seconds, beats.gap_starts, cleaning);
  heartbeats.warnings = std::move(annotations.warnings);
  heartbeats.n_beats = beats.n_beats;
  heartbeats.n_others = beats.n_others;
  heartbeats.first_beat = beats.first_beat;
  if (beats.n_left_out > 0) {
    heartbeats.warnings.push_back(
        fmt::format("{} intervals with another annotation inside were left out", beats.n_left_out));
  }
  return heartbeats;
}

Heartbeats from_channel(const std::filesystem::path& path, const files::OpenOptions& open, const RrOptions& options) {
  series::Recording recording = files::open(path, open);
  if (recording.channels.size() != 1) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: {} channels where RR intervals are one; choose it with '--columns'", path.string(),
                            recording.channels.size()));
  }
  Heartbeats heartbeats;
  heartbeats.source = path;
  heartbeats.format = recording.format;
  const series::Channel& channel = recording.channels.front();
  heartbeats.rr = prepare::clean_rr(channel.samples, channel.gap_starts, options.cleaning());
  heartbeats.other_files = std::move(recording.other_files);
  heartbeats.warnings = std::move(recording.warnings);
  return heartbeats;
}

// A guess that only leads to a warning: numbers as intervals between heartbeats have them, behind one that is not.
void warn_of_onset(series::Recording& recording) {
  if (recording.channels.size() != 1 || recording.channels.front().has_rate) return;
  const std::vector<double>& samples = recording.channels.front().samples;
  if (samples.empty() || std::none_of(samples.begin() + 1, samples.end(), [](double value) { return value > 0.0; })) {
    return;
  }
  prepare::RrCleaning everything;
  everything.least = 0.0;
  everything.greatest = std::numeric_limits<double>::infinity();
  const prepare::RrReport all = prepare::clean_rr(samples, {}, everything).report;
  if (all.count(prepare::RrRemovalReason::onset) == 0) return;
  const prepare::RrCleaning usual;
  const double scale = all.unit == prepare::RrUnit::milliseconds ? 1000.0 : 1.0;
  const auto n_usual = std::count_if(samples.begin(), samples.end(), [&](double value) {
    return value >= usual.least * scale && value <= usual.greatest * scale;
  });
  if (2 * static_cast<std::size_t>(n_usual) < samples.size()) return;
  recording.warnings.push_back(
      fmt::format("the first value, {}, looks like the time to the first beat, not an RR interval: it is measured all "
                  "the same; '--rr' leaves it out",
                  samples.front()));
}

}  // namespace

Heartbeats load_heartbeats(const std::filesystem::path& path, const files::OpenOptions& open,
                           const RrOptions& options) {
  if (const auto annotations = files::wfdb_annotation_file(path)) return from_annotations(*annotations, open, options);
  std::error_code unknown;
  if (files::has_wfdb_name(path) && std::filesystem::exists(path, unknown)) {
    throw Error(ErrorCode::bad_file,
                fmt::format("{}: no annotation file (.atr, .ecg or .qrs) stands beside the header", path.string()));
  }
  return from_channel(path, open, options);
}

bool holds_heartbeats(const std::filesystem::path& path, const RrOptions& options) {
  if (options.intervals) return true;
  try {
    return files::wfdb_beat_file(path).has_value();
  } catch (const Error&) {
    return false;  // reading it will say why
  }
}

series::Recording load_series(const std::filesystem::path& path, const files::OpenOptions& open,
                              const RrOptions& options) {
  if (!holds_heartbeats(path, options)) {
    series::Recording recording = files::open(path, open);
    warn_of_onset(recording);
    return recording;
  }
  Heartbeats heartbeats = load_heartbeats(path, open, options);
  series::Recording recording;
  recording.path = heartbeats.source.string();
  recording.format = std::move(heartbeats.format);
  recording.other_files = std::move(heartbeats.other_files);
  recording.warnings = std::move(heartbeats.warnings);
  const prepare::RrReport& report = heartbeats.rr.report;
  if (!report.removals.empty() || report.n_gaps > 0) {
    for (std::string& sentence : report.sentences()) recording.warnings.push_back(std::move(sentence));
  }
  recording.channels.push_back(std::move(heartbeats.rr.channel));
  return recording;
}

}  // namespace biotropy::cli
