// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/prepared_recording.hpp"

#include <fmt/format.h>

#include "biotropy/counted.hpp"
#include "biotropy/error.hpp"
#include "biotropy/files/line_frequency.hpp"
#include "biotropy/prepare/padding.hpp"
#include "biotropy/study/bad_spans.hpp"

namespace biotropy::study {

namespace {

// Where it is not looked for, runs that are unlikely by chance are measured.
Notices notices_of_padding(const series::Recording& recording, const std::vector<std::size_t>& channels,
                           const PrepareSettings& settings) {
  const bool left_out = settings.padding > 0;
  const std::string padded =
      prepare::padded_channels(recording, channels, left_out ? settings.padding : prepare::kSuspiciousRun);
  if (padded.empty()) return {};
  if (left_out) return {note(kPaddingCode, fmt::format("padding is left out: {}", padded))};
  return {warning(kPaddingCode, fmt::format("padding is measured (padding = {} leaves it out): {}",
                                            prepare::kSuspiciousRun, padded))};
}

}  // namespace

void PaddedRecordings::add(const std::string& name, const std::string& padding) {
  ++n_;
  if (!padding.empty() && n_padded_++ == 0) first_ = fmt::format("{}: {}", name, padding);
}

std::string PaddedRecordings::remark() const {
  if (n_padded_ == 0) return "";
  return fmt::format("{} of {} have padding; {}", n_padded_, counted(n_, "recording"), first_);
}

std::vector<std::size_t> chosen_channels(const series::Recording& recording, const std::string& list) {
  if (recording.channels.empty()) {
    throw Error(ErrorCode::bad_file, fmt::format("{}: the file has no channels of samples", recording.path));
  }
  return series::select_channels(recording, list);
}

void warn_of_names(series::Recording& recording, const std::string& list) {
  for (Notice& one : series::ambiguous_names(recording, list)) recording.notices.push_back(std::move(one));
}

PreparedRecording prepared(const series::Recording& recording, const std::vector<std::size_t>& channels,
                           const PrepareSettings& settings, std::size_t gap_fill, const Execution& execution) {
  PreparedRecording result;
  result.path = recording.path;
  result.format = recording.format;
  const auto remark = [&](const Notices& notices) {
    for (const Notice& one : notices) result.remarks.push_back(one.text);
  };
  remark(recording.notices);
  prepare::Preparation preparation = settings.preparation(gap_fill);
  std::vector<std::string> others = recording.other_files;
  if (settings.notch_line) {
    const files::LineFrequency line = files::line_frequency(recording.path);
    preparation.notches.push_back(line.hertz);
    others.push_back(line.sidecar.generic_string());
    result.remarks.push_back(fmt::format("notch at {:g} Hz, the line frequency in {}", line.hertz,
                                         line.sidecar.filename().generic_string()));
  }
  result.notices = notices_of_padding(recording, channels, settings);
  if (settings.bad_spans == BadSpans::reject) {
    const auto events = events_beside(recording.path);
    preparation.bad_spans = bad_spans(recording, events, result.notices);
    if (events) others.push_back(events->generic_string());
  }
  result.epochs = prepare::prepare(recording, channels, preparation, execution);
  remark(result.notices);
  result.sha256 = files::sha256(recording.path, execution.cancel);
  result.other_files = files::digests(others, execution.cancel);
  remark(result.epochs.notices);
  return result;
}

}  // namespace biotropy::study
