// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/wfdb.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <utility>

#include "biotropy/files/wfdb_header_internal.hpp"
#include "biotropy/files/wfdb_signals_internal.hpp"

namespace biotropy::files {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kHeader = ".hea";
constexpr std::string_view kSignalFile = ".dat";
// Audited annotations, then those of a recorder, then those of a detector.
constexpr std::array<std::string_view, 3> kAnnotators = {".atr", ".ecg", ".qrs"};

bool is_file(const fs::path& path) {
  std::error_code unknown;
  return fs::is_regular_file(path, unknown);
}

bool has_annotator_name(const fs::path& path) {
  return std::find(kAnnotators.begin(), kAnnotators.end(), path.extension().string()) != kAnnotators.end();
}

// The first annotation file beside a header.
std::optional<fs::path> annotations_beside(fs::path header) {
  for (const std::string_view annotator : kAnnotators) {
    if (is_file(header.replace_extension(annotator))) return header;
  }
  return std::nullopt;
}

WfdbHeader header_at(const fs::path& path) {
  Input input(path);
  return read_wfdb_header(input);
}

// `own` is what the record says; `who` says nothing where it is missing.
double settled_rate(std::optional<double> own, std::string_view who, const OpenOptions& options,
                    std::vector<std::string>& warnings) {
  if (own) {
    if (options.rate && *options.rate != *own) {
      warnings.push_back(fmt::format("the record gives a rate of {} Hz, which is used, not {}", *own, *options.rate));
    }
    return *own;
  }
  if (options.rate) return *options.rate;
  warnings.push_back(fmt::format("{} gives a rate: {} Hz are assumed", who, kWfdbDefaultRate));
  return kWfdbDefaultRate;
}

WfdbAnnotations decoded(const fs::path& path) {
  Input input(path);
  if (input.size() == 0) throw input.bad_file("the file is empty");
  return decode_wfdb_annotations(input);
}

void add_annotations(const WfdbAnnotations& annotations, series::Recording& recording) {
  for (std::size_t i = 0; i < annotations.samples.size(); ++i) {
    const std::string& text = annotations.marks[i].text;
    std::string symbol = wfdb_symbol(annotations, annotations.codes[i]);
    recording.annotations.push_back({static_cast<double>(annotations.samples[i]) / *annotations.rate, std::nullopt,
                                     text.empty() ? std::move(symbol) : fmt::format("{} {}", symbol, text)});
  }
  recording.warnings.insert(recording.warnings.end(), annotations.warnings.begin(), annotations.warnings.end());
}

// Keeps the name of a file that was read, once.
void note_file(const fs::path& file, series::Recording& recording) {
  auto& others = recording.other_files;
  const std::string name = file.string();
  if (name != recording.path && std::find(others.begin(), others.end(), name) == others.end()) others.push_back(name);
}

// Returns the rate of the record.
double read_signals(const fs::path& path, const OpenOptions& options, series::Recording& recording) {
  const WfdbHeader header = header_at(path);
  if (header.several_segments) {
    throw Error(ErrorCode::unsupported,
                fmt::format("{}: a record of several segments; read the records that it consists of", path.string()));
  }
  const double rate = settled_rate(header.rate, "nothing in the header", options, recording.warnings);
  note_file(path, recording);
  const auto open = [&](const std::string& name) {
    note_file(path.parent_path() / name, recording);
    return std::make_unique<Input>(path.parent_path() / name);
  };
  read_wfdb_signals(header, rate, open, recording);
  return rate;
}

}  // namespace

fs::path wfdb_record(const fs::path& path) {
  std::error_code unknown;
  const fs::path header = path.string() + std::string(kHeader);
  return !fs::exists(path, unknown) && is_file(header) ? header : path;
}

bool has_wfdb_name(const fs::path& path) {
  return path.extension() == kHeader || has_annotator_name(path);
}

fs::path wfdb_header_path(const fs::path& path) {
  return fs::path(path).replace_extension(kHeader);
}

std::optional<fs::path> wfdb_annotation_file(const fs::path& path) {
  if (has_annotator_name(path)) return path;
  return path.extension() == kHeader ? annotations_beside(path) : std::nullopt;
}

std::optional<fs::path> wfdb_beat_file(const fs::path& path) {
  if (path.extension() == kHeader) {
    const WfdbHeader header = header_at(path);
    if (header.several_segments || !header.signals.empty()) return std::nullopt;
  }
  return wfdb_annotation_file(path);
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
                                  options, annotations.warnings);
  return annotations;
}

series::Recording read_wfdb(const fs::path& path, const OpenOptions& options) {
  validate(options);
  series::Recording recording;
  recording.path = path.string();
  recording.format = "WFDB";
  if (path.extension() != kHeader && path.extension() != kSignalFile) {
    const WfdbAnnotations annotations = read_wfdb_annotations(path, options);
    if (annotations.header) note_file(*annotations.header, recording);
    add_annotations(annotations, recording);
    return recording;
  }
  const fs::path header = wfdb_header_path(path);
  const double rate = read_signals(header, options, recording);
  const auto beside = annotations_beside(header);
  if (!beside) return recording;
  note_file(*beside, recording);
  try {
    WfdbAnnotations annotations = decoded(*beside);
    if (!annotations.rate) annotations.rate = rate;
    add_annotations(annotations, recording);
  } catch (const Error& error) {
    if (recording.channels.empty()) throw;
    recording.warnings.push_back(fmt::format("the annotations are left out: {}", error.what()));
  }
  return recording;
}

}  // namespace biotropy::files
