// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "biotropy/counted.hpp"
#include "biotropy/files/formats/fif/part_internal.hpp"

namespace biotropy::files {

namespace {

// Far longer than any recording; sums stay finite.
constexpr double kMostFifSeconds = 1e12;

// Seconds between the origin of the annotations and the first sample; nothing if the file does not tell.
std::optional<double> start_after_origin(const FifPart& part, std::int64_t first) {
  const double acquired = static_cast<double>(first) / part.rate;
  if (!part.annotations.origin) return part.date ? 0.0 : acquired;
  if (!part.date) return std::nullopt;
  return *part.date - *part.annotations.origin + acquired;
}

}  // namespace

void add_fif_annotations(const FifPart& part, std::int64_t first, double seconds, series::Recording& recording) {
  const auto& [onsets, ends, texts, origin] = part.annotations;
  const auto warn = [&](const char* code, std::string text) {
    recording.notices.push_back(warning(code, std::move(text)));
  };
  if (onsets.size() != ends.size() || onsets.size() != texts.size()) {
    return warn("annotations_left_out",
                fmt::format("the annotations are left out: {}, {} and {}", counted(onsets.size(), "onset"),
                            counted(ends.size(), "end"), counted(texts.size(), "text")));
  }
  const auto start = start_after_origin(part, first);
  if (!start && !onsets.empty()) {
    return warn("annotations_left_out",
                "the annotations are left out: they give the time of day, and the recording has no date");
  }
  std::size_t damaged = 0, outside = 0;
  for (std::size_t i = 0; i < onsets.size(); ++i) {
    const double onset = onsets[i] - *start, end = std::isnan(ends[i]) ? onset : ends[i] - *start;
    if (!(std::abs(onset) < kMostFifSeconds && end - onset >= 0.0 && end < kMostFifSeconds) || texts[i].empty()) {
      ++damaged;
    } else if (onset > seconds || end < 0.0) {
      ++outside;
    } else {
      const double begin = std::max(onset, 0.0);
      recording.annotations.push_back({begin, std::min(end, seconds) - begin, texts[i]});
    }
  }
  if (damaged > 0)
    warn("annotations_damaged", fmt::format("{} without a time or a text left out", counted(damaged, "annotation")));
  if (outside > 0)
    warn("events_outside", fmt::format("{} outside the recording left out", counted(outside, "annotation")));
}

}  // namespace biotropy::files
