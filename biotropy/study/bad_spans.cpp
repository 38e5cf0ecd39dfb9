// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/bad_spans.hpp"

#include <algorithm>
#include <tuple>

#include "biotropy/files/bids.hpp"
#include "biotropy/files/events.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/series/bad_mark.hpp"

namespace biotropy::study {

namespace {

// Only events that are bad need a time, so that a table whose time is not clear may have others.
std::vector<series::Annotation> bad_events(const std::filesystem::path& table, const series::Recording& recording) {
  const auto bad = [](const series::Annotation& one) { return series::marks_bad(one.text); };
  const auto named = files::read_events(table);
  if (std::none_of(named.begin(), named.end(), bad)) return {};
  return files::read_events(table, "trial_type", recording);
}

}  // namespace

std::optional<std::filesystem::path> named_events(const std::filesystem::path& recording) {
  if (recording == files::Input::kStandardInput) return std::nullopt;
  auto table = files::bids_table(recording, "events");
  if (!table || !files::names_events(*table)) return std::nullopt;
  return table;
}

std::vector<prepare::BadSpan> bad_spans(const series::Recording& recording,
                                        const std::optional<std::filesystem::path>& events) {
  std::vector<series::Annotation> marks = recording.annotations;
  if (events) {
    const auto named = bad_events(*events, recording);
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
