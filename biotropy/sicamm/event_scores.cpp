// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/event_scores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "biotropy/error.hpp"

namespace biotropy::sicamm {

namespace {

constexpr double kTenths = 10.0;             // per second
constexpr double kLeastOverlap = 1e-6;       // of timescoring: any overlap is more than this
constexpr double kRounding = 1e-6;           // seconds that the last event may reach beyond the recording
constexpr double kLongestRecording = 3.2e8;  // seconds: ten years, for the memory of the tenths
constexpr double kSecondsPerDay = 86400.0;

void require_in_order(std::span<const EventSpan> events, double seconds, const char* which) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    const auto [begin, end] = events[i];
    const bool is_event = begin >= 0.0 && end > begin && end <= seconds + kRounding;
    if (!is_event || (i > 0 && begin < events[i - 1].end)) {
      throw Error(
          ErrorCode::invalid_data,
          fmt::format(
              "{} event {} lasts from {} s to {} s; events must be in order, without overlap, longer than 0 and "
              "within the {} s of the recording",
              which, i, begin, end, seconds));
    }
  }
}

std::vector<EventSpan> merged(std::span<const EventSpan> events, double gap) {
  std::vector<EventSpan> result;
  for (const EventSpan& event : events) {
    if (!result.empty() && event.begin - result.back().end < gap) {
      result.back().end = event.end;
    } else {
      result.push_back(event);
    }
  }
  return result;
}

std::vector<EventSpan> cut(const std::vector<EventSpan>& events, double longest) {
  std::vector<EventSpan> result;
  for (EventSpan event : events) {
    while (event.end - event.begin > longest) {
      result.push_back({event.begin, event.begin + longest});
      event.begin += longest;
    }
    result.push_back(event);
  }
  return result;
}

// Python's round(), to even numbers, which timescoring uses.
std::size_t tenth(double seconds, std::size_t most) {
  return static_cast<std::size_t>(std::min(std::nearbyint(seconds * kTenths), static_cast<double>(most)));
}

using Mask = std::vector<std::uint8_t>;

void mark(Mask& mask, const EventSpan& event) {
  const std::size_t begin = tenth(event.begin, mask.size()), end = tenth(event.end, mask.size());
  if (begin < end) {
    std::fill(mask.begin() + static_cast<std::ptrdiff_t>(begin), mask.begin() + static_cast<std::ptrdiff_t>(end), 1);
  }
}

std::size_t marked(const Mask& mask, const EventSpan& event) {
  const std::size_t begin = tenth(event.begin, mask.size()), end = tenth(event.end, mask.size());
  return begin < end ? std::accumulate(mask.begin() + static_cast<std::ptrdiff_t>(begin),
                                       mask.begin() + static_cast<std::ptrdiff_t>(end), std::size_t{0})
                     : 0;
}

void require(bool holds, const char* name, double value, const char* allowed) {
  if (!holds) throw Error::argument(name, fmt::format("{}", value), allowed);
}

double ratio(std::size_t part, std::size_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

void validate(const EventRules& rules) {
  const auto seconds = [](double value) { return value >= 0.0 && std::isfinite(value); };
  const char* any = "a number of seconds of at least 0";
  require(seconds(rules.tolerance_start), "tolerance_start", rules.tolerance_start, any);
  require(seconds(rules.tolerance_end), "tolerance_end", rules.tolerance_end, any);
  require(seconds(rules.minimum_gap), "minimum_gap", rules.minimum_gap, any);
  require(rules.minimum_overlap >= 0.0 && rules.minimum_overlap <= 1.0, "minimum_overlap", rules.minimum_overlap,
          "a share from 0 to 1");
  require(rules.maximum_event >= 1.0 / kTenths && std::isfinite(rules.maximum_event), "maximum_event",
          rules.maximum_event, "a number of seconds of at least 0.1");
}

EventMatches match_events(std::span<const EventSpan> references, std::span<const EventSpan> hypotheses, double seconds,
                          const EventRules& rules) {
  validate(rules);
  require(seconds > 0.0 && seconds <= kLongestRecording, "seconds", seconds, "a positive number of at most 3.2e8");
  require_in_order(references, seconds, "true");
  require_in_order(hypotheses, seconds, "found");
  EventMatches result;
  result.references = cut(merged(references, rules.minimum_gap), rules.maximum_event);
  result.hypotheses = cut(merged(hypotheses, rules.minimum_gap), rules.maximum_event);
  const auto tenths = static_cast<std::size_t>(std::nearbyint(seconds * kTenths));
  const double last = static_cast<double>(tenths) / kTenths;
  Mask found(tenths), of_found_events(tenths);
  for (const EventSpan& event : result.hypotheses) mark(found, event);
  for (const EventSpan& event : result.references) {
    const EventSpan wide{std::max(0.0, event.begin - rules.tolerance_start),
                         std::min(last, event.end + rules.tolerance_end)};
    const double overlap = static_cast<double>(marked(found, wide)) / kTenths / (wide.end - wide.begin);
    const bool is_found = overlap > rules.minimum_overlap + kLeastOverlap;
    result.found.push_back(is_found ? 1 : 0);
    if (is_found) mark(of_found_events, wide);
  }
  for (const EventSpan& event : result.hypotheses) {
    result.false_alarm.push_back(marked(of_found_events, event) == 0 ? 1 : 0);
  }
  return result;
}

EventCounts& EventCounts::operator+=(const EventCounts& other) {
  references += other.references;
  found += other.found;
  false_alarms += other.false_alarms;
  seconds += other.seconds;
  return *this;
}

EventRates rates_of(const EventCounts& counts) {
  EventRates rates;
  rates.sensitivity = ratio(counts.found, counts.references);
  rates.precision = ratio(counts.found, counts.found + counts.false_alarms);
  rates.f1 = ratio(2 * counts.found, counts.found + counts.references + counts.false_alarms);
  rates.false_alarms_per_day = counts.seconds > 0.0
                                   ? static_cast<double>(counts.false_alarms) / (counts.seconds / kSecondsPerDay)
                                   : std::numeric_limits<double>::quiet_NaN();
  return rates;
}

EventCounts counts_of(const EventMatches& matches, double seconds) {
  const auto ones = [](const std::vector<std::uint8_t>& flags) {
    return std::accumulate(flags.begin(), flags.end(), std::size_t{0});
  };
  return {matches.references.size(), ones(matches.found), ones(matches.false_alarm), seconds};
}

std::vector<EventSpan> events_of(std::span<const LabelledPiece> pieces, std::int32_t which, double rate) {
  std::vector<EventSpan> result;
  double previous_end = std::numeric_limits<double>::quiet_NaN();
  for (const LabelledPiece& piece : pieces) {
    const std::size_t n = piece.labels.size();
    for (std::size_t begin = 0; begin < n;) {
      std::size_t end = begin;
      while (end < n && piece.labels[end] == piece.labels[begin]) ++end;
      if (piece.labels[begin] == which) {
        const double from = piece.begin + static_cast<double>(begin), to = piece.begin + static_cast<double>(end);
        if (!result.empty() && begin == 0 && result.back().end == from / rate && previous_end == piece.begin) {
          result.back().end = to / rate;
        } else {
          result.push_back({from / rate, to / rate});
        }
      }
      begin = end;
    }
    previous_end = piece.begin + static_cast<double>(n);
  }
  return result;
}

}  // namespace biotropy::sicamm
