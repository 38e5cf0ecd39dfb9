// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/bad_spans.hpp"

#include <algorithm>
#include <tuple>

#include "biotropy/files/bids.hpp"
#include "biotropy/files/events.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::study {

std::optional<std::filesystem::path> events_beside(const std::filesystem::path& recording) {
  if (recording == files::Input::kStandardInput) return std::nullopt;
  return files::bids_table(recording, "events");
}

std::vector<prepare::BadSpan> bad_spans(const series::Recording& recording,
                                        const std::optional<std::filesystem::path>& events, Notices& notices) {
  std::vector<series::Annotation> marks = recording.annotations;
  if (events) {
    const auto named = files::read_bad_events(*events, recording, notices);
    marks.insert(marks.end(), named.begin(), named.end());
  }
  std::vector<prepare::BadSpan> spans;
  for (const series::Annotation& one : marks) {
    if (series::marks_bad(one.text)) spans.push_back({one.onset, one.onset + one.duration.value_or(0.0), one.text});
  }
  const auto order = [](const prepare::BadSpan& one) { return std::tie(one.onset, one.end, one.text); };
  std::sort(spans.begin(), spans.end(), [&](const auto& a, const auto& b) { return order(a) < order(b); });
  spans.erase(
      std::unique(spans.begin(), spans.end(), [&](const auto& a, const auto& b) { return order(a) == order(b); }),
      spans.end());
  return spans;
}

}  // namespace biotropy::study
