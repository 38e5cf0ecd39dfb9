// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/wfdb/wfdb.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "biotropy/files/formats/named_file_internal.hpp"
#include "biotropy/files/formats/readers.hpp"
#include "biotropy/files/formats/wfdb/header_internal.hpp"
#include "biotropy/files/formats/wfdb/signals_internal.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/system/folder.hpp"

namespace biotropy::files {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kHeader = ".hea";
// Audited annotations, then those of a recorder, then those of a detector.
constexpr std::array<std::string_view, 3> kAnnotators = {".atr", ".ecg", ".qrs"};

bool is_file(const fs::path& path) {
  return fs::is_regular_file(fetched_status(path));
}

bool has_annotator_name(const fs::path& path, const OpenOptions& options) {
  const std::string ending = path.extension().generic_string();
  if (!options.annotator.empty() && ending == "." + options.annotator) return true;
  return std::find(kAnnotators.begin(), kAnnotators.end(), ending) != kAnnotators.end();
}

// Annotation file beside a header, found by its name. Of a link to nothing its reader says what is missing.
std::optional<fs::path> named_annotations(fs::path header, const OpenOptions& options) {
  const auto stands = [](const fs::path& path) {
    std::error_code failure;
    return fs::is_symlink(path, failure) || is_file(path);
  };
  if (!options.annotator.empty()) {
    header.replace_extension("." + options.annotator);
    if (stands(header)) return header;
    throw Error(ErrorCode::file_not_found, fmt::format("{}: no such file", header.generic_string()));
  }
  for (const std::string_view annotator : kAnnotators) {
    if (stands(header.replace_extension(annotator))) return header;
  }
  return std::nullopt;
}

WfdbHeader header_at(const fs::path& path) {
  Input input(path);
  return read_wfdb_header(input);
}

// `own` is the rate given by the record; `who` names the source of a missing one.
double settled_rate(std::optional<double> own, std::string_view who, const OpenOptions& options, Notices& notices) {
  if (own) {
    if (options.rate && !series::is_same_rate(*options.rate, *own)) {
      notices.push_back(warning(
          "rate_ignored", fmt::format("the record gives a rate of {} Hz, which is used, not {}", *own, *options.rate)));
    }
    return *own;
  }
  if (options.rate) return *options.rate;
  notices.push_back(warning("rate_assumed", fmt::format("{} gives a rate: {} Hz are assumed", who, kWfdbDefaultRate)));
  return kWfdbDefaultRate;
}

WfdbAnnotations decoded(const fs::path& path) {
  Input input(path);
  if (input.size() == 0) throw input.bad_file("the file is empty");
  return decode_wfdb_annotations(input);
}

// True if every word of the file is an annotation of a known kind, in time order, up to the end mark. Other bytes are
// very unlikely to pass.
bool holds_annotations(Input& input) {
  if (format_by_content(first_bytes(input)) != Format::unknown) return false;
  try {
    const WfdbAnnotations found = decode_wfdb_annotations(input);
    const bool unknown = std::any_of(found.codes.begin(), found.codes.end(),
                                     [&](int code) { return wfdb_symbol(found, code) == fmt::format("[{}]", code); });
    return !unknown && !found.codes.empty() && found.notices.empty();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::bad_file) return false;
    throw;
  }
}

// Annotation file beside a header, found by its content.
std::optional<fs::path> only_annotations(const fs::path& header) {
  std::vector<fs::path> found;
  const fs::path folder = header.has_parent_path() ? header.parent_path() : ".";
  std::error_code failure;
  const std::string stem = header.stem().generic_string();
  const auto begins_alike = [&](std::string_view name) { return name.starts_with(stem); };
  for (const fs::path& entry : system::entries_of(folder, failure, begins_alike)) {
    const fs::path file = header.parent_path() / entry.filename();
    const bool of_record = file.stem() == header.stem() && file.has_extension() && file != header;
    if (!of_record || !is_file(file)) continue;
    Input input(file);
    if (holds_annotations(input)) found.push_back(file);
  }
  if (failure) {
    throw InputError(ErrorCode::io, fmt::format("{}: the folder cannot be read for annotations: {}",
                                                folder.generic_string(), failure.default_error_condition().message()));
  }
  if (found.empty()) return std::nullopt;
  if (found.size() == 1) return found.front();
  std::vector<std::string> annotators;
  for (const fs::path& file : found) annotators.push_back(file.extension().generic_string().substr(1));
  std::sort(annotators.begin(), annotators.end());
  throw Error::argument(
      "annotator", "none",
      fmt::format("one of those beside {}: {}", header.generic_string(), fmt::join(annotators, ", ")));
}

bool names(const WfdbHeader& header, const fs::path& path) {
  const std::string name = path.filename().generic_string();
  return std::any_of(header.signals.begin(), header.signals.end(),
                     [&](const WfdbSignal& signal) { return signal.file == name; });
}

void add_annotations(const WfdbAnnotations& annotations, series::Recording& recording) {
  for (std::size_t i = 0; i < annotations.samples.size(); ++i) {
    const std::string& text = annotations.marks[i].text;
    std::string symbol = wfdb_symbol(annotations, annotations.codes[i]);
    recording.annotations.push_back({static_cast<double>(annotations.samples[i]) / *annotations.rate, std::nullopt,
                                     text.empty() ? std::move(symbol) : fmt::format("{} {}", symbol, text)});
  }
  recording.notices.insert(recording.notices.end(), annotations.notices.begin(), annotations.notices.end());
}

// Records the name of a file that was read, once.
void note_file(const fs::path& file, series::Recording& recording) {
  auto& others = recording.other_files;
  const std::string name = file.generic_string();
  if (name != recording.path && std::find(others.begin(), others.end(), name) == others.end()) others.push_back(name);
}

// Time of a record: samples per second, and the seconds before the first sample that was recorded.
struct RecordTime {
  double rate, before;
};

RecordTime read_signals(const fs::path& path, const OpenOptions& options, series::Recording& recording) {
  const WfdbHeader header = header_at(path);
  const double rate = settled_rate(header.rate, "nothing in the header", options, recording.notices);
  for (const WfdbSignal& signal : header.signals) named_file(path, signal.file, "signal file", options);
  note_file(path, recording);
  const auto open = [&](const std::string& name) {
    const fs::path file = named_file(path, name, "file", options);
    note_file(file, recording);
    return std::make_unique<Input>(file);
  };
  if (header.several_segments) return {rate, read_wfdb_segments(header, rate, open, options, recording)};
  read_wfdb_signals(header, rate, open, options, recording);
  return {rate, 0.0};
}

}  // namespace

fs::path wfdb_record(const fs::path& path) {
  const fs::path header = path.generic_string() + std::string(kHeader);
  // Of a path that cannot be looked at the reader says why.
  std::error_code unknown;
  const bool is_missing = fs::status(path, unknown).type() == fs::file_type::not_found;
  return is_missing && is_file(header) ? header : path;
}

bool has_wfdb_name(const fs::path& path, const OpenOptions& options) {
  return path.extension() == kHeader || has_annotator_name(path, options);
}

std::optional<WfdbPart> wfdb_part(const fs::path& path, const OpenOptions& options) {
  validate(options);
  if (path.extension() == kHeader) return WfdbPart::header;
  if (has_annotator_name(path, options)) return WfdbPart::annotations;
  if (!is_file(path)) return std::nullopt;
  Input input(path);
  const Format content = format_by_content(first_bytes(input));
  // Signals may be in a MATLAB file of digital values without a rate.
  if (content != Format::unknown && content != Format::mat) return std::nullopt;
  const fs::path header = wfdb_header_path(path);
  if (is_file(header) && names(header_at(header), path)) return WfdbPart::signals;
  return holds_annotations(input) ? std::optional(WfdbPart::annotations) : std::nullopt;
}

fs::path wfdb_header_path(const fs::path& path) {
  return fs::path(path).replace_extension(kHeader);
}

std::optional<fs::path> wfdb_annotation_file(const fs::path& path, const OpenOptions& options) {
  const auto part = wfdb_part(path, options);
  if (part == WfdbPart::annotations) return path;
  if (part != WfdbPart::header) return std::nullopt;
  if (auto named = named_annotations(path, options)) return named;
  return only_annotations(path);
}

std::optional<fs::path> wfdb_beat_file(const fs::path& path, const OpenOptions& options) {
  if (path.extension() == kHeader) {
    const WfdbHeader header = header_at(path);
    if (header.several_segments || !header.signals.empty()) return std::nullopt;
  }
  return wfdb_annotation_file(path, options);
}

WfdbAnnotations read_wfdb_annotations(const fs::path& path, const OpenOptions& options) {
  validate(options);
  WfdbAnnotations annotations = decoded(path);
  const fs::path header = wfdb_header_path(path);
  const bool has_header = is_file(header);
  if (!annotations.rate && has_header) {
    annotations.rate = header_at(header).rate;
    annotations.header = header;
  }
  annotations.rate = settled_rate(annotations.rate, has_header ? "nothing in the header" : "no header beside it",
                                  options, annotations.notices);
  return annotations;
}

series::Recording read_wfdb(const fs::path& path, const OpenOptions& options) {
  validate(options);
  series::Recording recording;
  recording.path = path.generic_string();
  recording.format = "WFDB";
  if (wfdb_part(path, options) == WfdbPart::annotations) {
    const WfdbAnnotations annotations = read_wfdb_annotations(path, options);
    if (annotations.header) note_file(*annotations.header, recording);
    add_annotations(annotations, recording);
    OpenOptions decided = options;
    decided.rate = annotations.rate;
    set_decided(decided, recording);
    return recording;
  }
  const fs::path header = wfdb_header_path(path);
  const RecordTime clock = read_signals(header, options, recording);
  OpenOptions decided = options;
  if (!header_at(header).rate) decided.rate = clock.rate;
  auto beside = named_annotations(header, options);
  // With nothing else to read, annotations are searched by content.
  if (!beside && recording.channels.empty()) beside = only_annotations(header);
  if (beside) decided.annotator = beside->extension().generic_string().substr(1);
  set_decided(decided, recording);
  if (!beside) return recording;
  note_file(*beside, recording);
  try {
    WfdbAnnotations annotations = decoded(*beside);
    if (!annotations.rate) annotations.rate = clock.rate;
    add_annotations(annotations, recording);
    for (series::Annotation& annotation : recording.annotations) annotation.onset -= clock.before;
  } catch (const Error& error) {
    if (recording.channels.empty()) throw;
    recording.notices.push_back(
        warning("annotations_left_out", fmt::format("the annotations are left out: {}", error.what())));
  }
  return recording;
}

}  // namespace biotropy::files
