// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/event_labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "biotropy/error.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/series/stamps.hpp"

namespace biotropy::sicamm {

namespace {

constexpr std::int32_t kDisputed = -2;

struct LabelledSpan {
  double onset, end;  // seconds; an infinite end is the end of the recording
  std::int32_t label;
  bool open;  // lasts until the next one
};

bool has_name(std::span<const std::string> names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<LabelledSpan> spans_of(std::span<const series::Annotation> events, std::span<const std::string> classes) {
  std::vector<LabelledSpan> spans;
  for (const series::Annotation& event : events) {
    const auto found = std::find(classes.begin(), classes.end(), event.text);
    if (found == classes.end()) continue;
    const double end = event.duration ? event.onset + *event.duration : std::numeric_limits<double>::infinity();
    spans.push_back({event.onset, end, static_cast<std::int32_t>(found - classes.begin()), !event.duration});
  }
  std::stable_sort(spans.begin(), spans.end(),
                   [](const LabelledSpan& a, const LabelledSpan& b) { return a.onset < b.onset; });
  for (std::size_t i = 0; i + 1 < spans.size(); ++i) {
    if (spans[i].open) spans[i].end = spans[i + 1].onset;
  }
  return spans;
}

// First sample that is not before a time.
std::size_t first_sample(double seconds, double sampling_rate, const series::Piece& piece) {
  const double position = std::ceil((seconds - piece.onset) * sampling_rate - series::kFewDigits);
  if (!(position > 0.0)) return piece.begin;
  const std::size_t samples = piece.end - piece.begin;
  return position < static_cast<double>(samples) ? piece.begin + static_cast<std::size_t>(position) : piece.end;
}

// A class may be called so, too.
std::vector<bool> bad_samples(std::span<const series::Annotation> events, std::span<const std::string> classes,
                              double sampling_rate, std::span<const series::Piece> pieces) {
  std::vector<bool> bad(pieces.empty() ? 0 : pieces.back().end);
  for (const series::Annotation& event : events) {
    if (!series::marks_bad(event.text) || has_name(classes, event.text)) continue;
    const double duration = std::max(event.duration.value_or(0.0), 1.0 / sampling_rate);
    for (const series::Piece& piece : pieces) {
      const std::size_t begin = first_sample(event.onset, sampling_rate, piece);
      const std::size_t end = first_sample(event.onset + duration, sampling_rate, piece);
      for (std::size_t i = begin; i < end; ++i) bad[i] = true;
    }
  }
  return bad;
}

}  // namespace

std::vector<std::string> event_names(std::span<const series::Annotation> events) {
  std::set<std::string> names;
  for (const series::Annotation& event : events) names.insert(event.text);
  return {names.begin(), names.end()};
}

EventLabels event_labels(std::span<const series::Annotation> events, std::span<const std::string> classes,
                         double sampling_rate, std::span<const series::Piece> pieces) {
  if (!(sampling_rate > 0.0 && std::isfinite(sampling_rate))) {
    throw Error::argument("sampling_rate", fmt::format("{}", sampling_rate), "a positive number");
  }
  EventLabels result;
  result.labels.assign(pieces.empty() ? 0 : pieces.back().end, kUnlabelled);
  for (const LabelledSpan& span : spans_of(events, classes)) {
    ++result.events;
    bool empty = true;
    for (const series::Piece& piece : pieces) {
      const std::size_t begin = first_sample(span.onset, sampling_rate, piece);
      const std::size_t end = first_sample(span.end, sampling_rate, piece);
      if (begin < end) empty = false;
      for (std::size_t i = begin; i < end; ++i) {
        const bool agreed = result.labels[i] == kUnlabelled || result.labels[i] == span.label;
        result.labels[i] = agreed ? span.label : kDisputed;
      }
    }
    if (empty) ++result.empty;
  }
  result.disputed = static_cast<std::size_t>(std::count(result.labels.begin(), result.labels.end(), kDisputed));
  std::replace(result.labels.begin(), result.labels.end(), kDisputed, kUnlabelled);
  result.bad = bad_samples(events, classes, sampling_rate, pieces);
  for (std::size_t i = 0; i < result.bad.size(); ++i) {
    if (result.bad[i]) result.labels[i] = kUnlabelled;
  }
  return result;
}

EventLabels event_labels(std::span<const series::Annotation> events, std::span<const std::string> classes,
                         double sampling_rate, std::size_t samples) {
  const series::Piece whole{0, samples, 0.0};
  return event_labels(events, classes, sampling_rate, std::span(&whole, 1));
}

}  // namespace biotropy::sicamm
