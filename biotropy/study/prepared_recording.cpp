// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/prepared_recording.hpp"

#include <fmt/format.h>

#include "biotropy/counted.hpp"
#include "biotropy/error.hpp"
#include "biotropy/files/line_frequency.hpp"
#include "biotropy/prepare/padding.hpp"
#include "biotropy/study/bad_spans.hpp"

namespace biotropy::study {

// Where it is not looked for, runs that are unlikely by chance are measured.
std::string fate_of_padding(const PrepareSettings& settings) {
  return settings.padding > 0 ? "left out"
                              : fmt::format("measured (padding = {} leaves it out)", prepare::kSuspiciousRun);
}

void PaddedRecordings::add(const std::string& name, const std::string& padding) {
  ++n_;
  if (!padding.empty() && n_padded_++ == 0) first_ = fmt::format("{}: {}", name, padding);
}

std::string PaddedRecordings::remark(const PrepareSettings& settings) const {
  if (n_padded_ == 0) return "";
  return fmt::format("padding of {} of {} is {}; {}", n_padded_, counted(n_, "recording"), fate_of_padding(settings),
                     first_);
}

std::vector<std::size_t> chosen_channels(const series::Recording& recording, const std::string& list) {
  if (recording.channels.empty()) {
    throw Error(ErrorCode::bad_file, fmt::format("{}: the file has no channels of samples", recording.path));
  }
  return series::select_channels(recording, list);
}

void warn_of_names(series::Recording& recording, const std::string& list) {
  const std::vector<std::string> warnings = series::ambiguous_names(recording, list);
  recording.warnings.insert(recording.warnings.end(), warnings.begin(), warnings.end());
}

PreparedRecording prepared(const series::Recording& recording, const std::vector<std::size_t>& channels,
                           const PrepareSettings& settings, std::size_t gap_fill, const Execution& execution) {
  PreparedRecording result;
  result.path = recording.path;
  result.format = recording.format;
  result.remarks = recording.warnings;
  prepare::Preparation preparation = settings.preparation(gap_fill);
  std::vector<std::string> others = recording.other_files;
  if (settings.notch_line) {
    const files::LineFrequency line = files::line_frequency(recording.path);
    preparation.notches.push_back(line.hertz);
    others.push_back(line.sidecar.generic_string());
    result.remarks.push_back(fmt::format("notch at {:g} Hz, the line frequency in {}", line.hertz,
                                         line.sidecar.filename().generic_string()));
  }
  if (settings.bad_spans == BadSpans::reject) {
    const auto events = events_beside(recording.path);
    preparation.bad_spans = bad_spans(recording, events, result.warnings);
    if (events) others.push_back(events->generic_string());
  }
  result.padding =
      prepare::padded_channels(recording, channels, settings.padding > 0 ? settings.padding : prepare::kSuspiciousRun);
  if (!result.padding.empty()) {
    result.remarks.push_back(fmt::format("padding is {}: {}", fate_of_padding(settings), result.padding));
  }
  result.epochs = prepare::prepare(recording, channels, preparation, execution);
  result.remarks.insert(result.remarks.end(), result.warnings.begin(), result.warnings.end());
  result.sha256 = files::sha256(recording.path, execution.cancel);
  result.other_files = files::digests(others, execution.cancel);
  result.remarks.insert(result.remarks.end(), result.epochs.notes.begin(), result.epochs.notes.end());
  return result;
}

}  // namespace biotropy::study
