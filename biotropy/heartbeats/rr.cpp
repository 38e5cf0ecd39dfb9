// SPDX-License-Identifier: Apache-2.0
#include "biotropy/heartbeats/rr.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "biotropy/counted.hpp"
#include "biotropy/error.hpp"
#include "biotropy/prepare/timeline.hpp"

namespace biotropy::heartbeats {

namespace {

// RR intervals have a median far below 10 s and above 10 ms.
constexpr double kMostMedianSeconds = 10.0;
constexpr double kOnsetRatio = 3.0;
constexpr double kMillisecondsPerSecond = 1000.0;
constexpr std::size_t kMedianReach = 5;
constexpr std::size_t kLeastForMedian = 3;
// Fewer intervals may all increase by chance.
constexpr std::size_t kLeastRising = 5;
constexpr double kShareOfTimes = 0.9;
constexpr int kMostDecimals = 9;
constexpr double kAllExact = 0x1p53;  // integers below it are exact
// A time may be off by a few roundings, but never by so much that any number would be near a decimal.
constexpr double kRounding = 4.0 * std::numeric_limits<double>::epsilon();
constexpr double kMostOfStep = 1.0 / 64.0;

using Removed = std::vector<std::optional<RrRemovalReason>>;

void validate(const RrCleaning& cleaning) {
  if (!(std::isfinite(cleaning.least) && cleaning.least >= 0.0 && cleaning.greatest > cleaning.least)) {
    throw Error::argument("min, max", fmt::format("{} to {} s", cleaning.least, cleaning.greatest),
                          "a lower limit of at least 0 s below the upper one");
  }
  if (cleaning.ectopic == EctopicRule::none && cleaning.ectopic_change != RrCleaning().ectopic_change) {
    throw Error::argument("ectopic_change", fmt::format("{}", cleaning.ectopic_change),
                          "left out without an ectopic rule");
  }
  if (cleaning.ectopic != EctopicRule::none &&
      !(std::isfinite(cleaning.ectopic_change) && cleaning.ectopic_change > 0.0)) {
    throw Error::argument("ectopic_change", fmt::format("{}", cleaning.ectopic_change),
                          "a positive relative difference");
  }
  if (cleaning.values == RrValues::times && cleaning.first == FirstValue::interval) {
    throw Error::argument("first", "interval", "onset, as the first time of a beat ends no interval");
  }
}

void require_rise(series::Samples times) {
  for (std::size_t i = 1; i < times.size(); ++i) {
    if (times[i] < times[i - 1]) {
      throw Error(ErrorCode::invalid_data,
                  fmt::format("times of beats must rise: value {} is {}, and the one before {}", i + 1, times[i],
                              times[i - 1]));
    }
  }
}

bool is_multiple(double time, double per_unit) {
  const double count = std::round(time * per_unit);
  const double off = std::abs(count / per_unit - time);
  return std::abs(count) < kAllExact && off <= std::min(kRounding * std::abs(time), kMostOfStep / per_unit);
}

// Times of beats in steps of a clock.
struct CountedTimes {
  std::vector<double> counts;
  double per_unit = 1.0;  // steps in a unit of the times
  double rounding = 0.0;  // how far an interval may be off
};

// Decimals are counted, because differences of the nearest doubles are not the doubles nearest to the differences:
// 2.776 - 1.888 is 0.8879999999999999. Times that are no decimals stay as they are.
CountedTimes counted_decimals(series::Samples times) {
  double per_unit = 1.0;
  for (int decimals = 0; decimals <= kMostDecimals; ++decimals, per_unit *= 10.0) {
    const auto fits = [&](double time) { return !std::isfinite(time) || is_multiple(time, per_unit); };
    if (!std::all_of(times.begin(), times.end(), fits)) continue;
    CountedTimes counted{{}, per_unit};
    for (const double time : times) counted.counts.push_back(std::round(time * per_unit));
    return counted;
  }
  double latest = 0.0;
  for (const double time : times) latest = std::isfinite(time) ? std::max(latest, std::abs(time)) : latest;
  return {{times.begin(), times.end()}, 1.0, kRounding * latest};
}

// Interval that ends at each beat; missing after a gap, and at the first beat, whose time does not show the unit.
std::vector<double> intervals_between(const CountedTimes& times, const std::vector<bool>& follows_gap) {
  std::vector<double> intervals(times.counts.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 1; i < times.counts.size(); ++i) {
    if (!follows_gap[i]) intervals[i] = (times.counts[i] - times.counts[i - 1]) / times.per_unit;
  }
  return intervals;
}

// NaN if no value is finite.
double median(series::Samples values) {
  std::vector<double> sorted;
  std::copy_if(values.begin(), values.end(), std::back_inserter(sorted), [](double v) { return std::isfinite(v); });
  if (sorted.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  if (sorted.size() % 2 == 1) return *middle;
  return 0.5 * (*middle + *std::max_element(sorted.begin(), middle));
}

// Where the first value is the time to the first beat: its place, behind missing ones.
std::optional<std::size_t> place_of_onset(series::Samples values, FirstValue first) {
  const auto known = std::find_if(values.begin(), values.end(), [](double value) { return !std::isnan(value); });
  if (known == values.end() || first == FirstValue::interval) return std::nullopt;
  const auto place = static_cast<std::size_t>(known - values.begin());
  const bool is_onset = first == FirstValue::onset || *known > kOnsetRatio * median(values.subspan(place + 1));
  return is_onset ? std::optional(place) : std::nullopt;
}

std::optional<RrRemovalReason> outside(double value, double least, double greatest) {
  if (!std::isfinite(value)) return RrRemovalReason::missing;
  if (value < least) return RrRemovalReason::too_short;
  if (value > greatest) return RrRemovalReason::too_long;
  return std::nullopt;
}

double converted(double value, RrUnit from, RrUnit to) {
  if (from == to) return value;
  return to == RrUnit::seconds ? value / kMillisecondsPerSecond : value * kMillisecondsPerSecond;
}

RrUnit unit_of_intervals(double median_interval, RrUnit given) {
  if (given != RrUnit::automatic) return given;
  return median_interval > kMostMedianSeconds ? RrUnit::milliseconds : RrUnit::seconds;
}

// From each finite value to the next one.
std::vector<double> steps_between(series::Samples values) {
  std::vector<double> steps;
  double previous = std::numeric_limits<double>::quiet_NaN();
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    if (std::isfinite(previous)) steps.push_back(value - previous);
    previous = value;
  }
  return steps;
}

bool is_within_limits(double median_interval, const RrCleaning& cleaning) {
  const RrUnit unit = unit_of_intervals(median_interval, cleaning.unit);
  return !outside(converted(median_interval, unit, RrUnit::seconds), cleaning.least, cleaning.greatest);
}

// Intervals increase at about every second beat; times of beats increase nearly always, except for errors and joined
// lists. Intervals after exercise may do so, too: as times they would follow each other faster than the limits allow.
void require_intervals(series::Samples values, const RrCleaning& cleaning) {
  const std::vector<double> steps = steps_between(values);
  const auto up = std::count_if(steps.begin(), steps.end(), [](double step) { return step > 0.0; });
  const bool rise = static_cast<double>(up) >= kShareOfTimes * static_cast<double>(steps.size());
  if (steps.size() + 1 < kLeastRising || !rise) return;
  if (is_within_limits(median(values), cleaning) && !is_within_limits(median(steps), cleaning)) return;
  throw Error::argument(
      "values", "detect",
      fmt::format("times or intervals: {} of {} values rise like times of beats", up + 1, values.size()));
}

// Reference value for the interval; NaN if it has no neighbours.
double surroundings(series::Samples stretch, std::size_t i, EctopicRule rule) {
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  const bool has_before = i > 0, has_after = i + 1 < stretch.size();
  if (rule == EctopicRule::previous) return has_before ? stretch[i - 1] : nothing;
  if (rule == EctopicRule::neighbours) {
    if (has_before && has_after) return 0.5 * (stretch[i - 1] + stretch[i + 1]);
    if (has_before) return stretch[i - 1];
    return has_after ? stretch[i + 1] : nothing;
  }
  const std::size_t begin = i - std::min(i, kMedianReach);
  const std::size_t end = std::min(i + kMedianReach + 1, stretch.size());
  return end - begin < kLeastForMedian ? nothing : median(stretch.subspan(begin, end - begin));
}

// A change of exactly the given share is none, in seconds as in milliseconds: the difference, the share and the
// product are rounded.
bool is_ectopic(double value, double reference, double change, double rounding) {
  const double off = kRounding * std::max(std::abs(value), std::abs(reference)) + rounding;
  return std::abs(value - reference) > change * reference + off;
}

// All intervals are compared with the series before any removal. `rounding` as in clean_intervals().
void remove_ectopic(series::Samples values, const std::vector<bool>& follows_gap, const RrCleaning& cleaning,
                    double rounding, Removed& removed) {
  std::vector<std::size_t> ectopic;
  std::size_t begin = 0;
  while (begin < values.size()) {
    std::size_t end = begin;
    while (end < values.size() && !removed[end] && (end == begin || !follows_gap[end])) ++end;
    const series::Samples stretch = values.subspan(begin, end - begin);
    for (std::size_t i = 0; i < stretch.size(); ++i) {
      const double reference = surroundings(stretch, i, cleaning.ectopic);
      if (is_ectopic(stretch[i], reference, cleaning.ectopic_change, rounding)) ectopic.push_back(begin + i);
    }
    begin = std::max(end, begin + 1);
  }
  for (const std::size_t i : ectopic) removed[i] = RrRemovalReason::ectopic;
}

// The intervals are converted, not the limits: 1001 / 1000 is the double nearest to 1.001, as the limit is, but
// 1.001 * 1000 is less than 1001.
Removed judge(series::Samples values, const std::vector<bool>& follows_gap, const RrCleaning& cleaning, RrUnit unit,
              double rounding) {
  Removed removed(values.size());
  const double off = converted(rounding, unit, RrUnit::seconds);
  for (std::size_t i = 0; i < values.size(); ++i) {
    removed[i] = outside(converted(values[i], unit, RrUnit::seconds), cleaning.least - off, cleaning.greatest + off);
  }
  if (const auto place = place_of_onset(values, cleaning.first)) removed[*place] = RrRemovalReason::onset;
  if (cleaning.ectopic != EctopicRule::none) remove_ectopic(values, follows_gap, cleaning, rounding, removed);
  return removed;
}

[[noreturn]] void refuse_none_left(series::Samples values, const RrReport& report) {
  if (values.empty()) throw Error(ErrorCode::too_short, "there are no RR intervals");
  const double middle = median(values);
  if (std::isnan(middle)) {
    throw Error(ErrorCode::too_short, fmt::format("none of {} RR intervals is a number", values.size()));
  }
  throw NoIntervalLeft(
      fmt::format("none of {} RR intervals is left between the limits min = {} and max = {} s; as values in {} they "
                  "have a median of {:.3g}",
                  values.size(), report.least, report.greatest, word(report.unit), middle));
}

// Positions are those of the values; `follows_gap` has one entry for each, and `rounding` is how far they may be off.
RrSeries clean_intervals(series::Samples values, const std::vector<bool>& follows_gap, const RrCleaning& cleaning,
                         double rounding = 0.0) {
  RrSeries result;
  RrReport& report = result.report;
  report.n_read = values.size();
  report.least = cleaning.least;
  report.greatest = cleaning.greatest;
  report.policy = cleaning.policy;
  report.unit = unit_of_intervals(median(values), cleaning.unit);
  report.output = cleaning.output == RrUnit::automatic ? report.unit : cleaning.output;
  const Removed removed = judge(values, follows_gap, cleaning, report.unit, rounding);

  series::Channel& channel = result.channel;
  channel.label = "RR";
  channel.unit = word(report.output);
  channel.has_rate = false;
  bool gap = false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    gap |= follows_gap[i];
    if (removed[i]) {
      report.removals.push_back({i, values[i], *removed[i]});
      gap = true;
      continue;
    }
    if (gap && !channel.samples.empty()) {
      ++report.n_gaps;
      if (cleaning.policy == GapPolicy::gap) channel.gap_starts.push_back(channel.samples.size());
    }
    gap = false;
    result.positions.push_back(i);
    channel.samples.push_back(converted(values[i], report.unit, report.output));
  }
  report.n_kept = channel.samples.size();
  if (report.n_kept == 0) refuse_none_left(values, report);
  return result;
}

std::vector<bool> marked_gaps(std::size_t n_values, std::span<const std::size_t> gap_starts) {
  std::vector<bool> follows_gap(n_values, false);
  for (const std::size_t start : prepare::Timeline(n_values, gap_starts, 1).kept_gaps()) follows_gap[start] = true;
  return follows_gap;
}

RrSeries clean_times(const CountedTimes& times, const std::vector<bool>& follows_gap, RrCleaning cleaning) {
  cleaning.first = FirstValue::interval;
  RrSeries result = clean_intervals(intervals_between(times, follows_gap), follows_gap, cleaning, times.rounding);
  result.report.of_times = true;
  result.report.removals.erase(result.report.removals.begin());  // before the first beat there is no interval
  return result;
}

}  // namespace

bool are_in_seconds(series::Samples times) {
  return unit_of_intervals(median(steps_between(times)), RrUnit::automatic) == RrUnit::seconds;
}

RrSeries clean_rr(series::Samples values, std::span<const std::size_t> gap_starts, const RrCleaning& cleaning) {
  validate(cleaning);
  const std::vector<bool> follows_gap = marked_gaps(values.size(), gap_starts);
  if (cleaning.values == RrValues::detect) require_intervals(values, cleaning);
  if (cleaning.values != RrValues::times) return clean_intervals(values, follows_gap, cleaning);
  require_rise(values);
  if (cleaning.unit == RrUnit::automatic && !are_in_seconds(values)) {
    throw Error::argument("input_unit", "auto", "ms, or the rate must be given if the times are numbers of samples");
  }
  return clean_times(counted_decimals(values), follows_gap, cleaning);
}

RrSeries clean_beats_in_rows(series::Samples rows, double rate, std::span<const std::size_t> gap_starts,
                             const RrCleaning& cleaning) {
  validate(cleaning);
  return clean_times({{rows.begin(), rows.end()}, rate}, marked_gaps(rows.size(), gap_starts), cleaning);
}

RrSeries clean_marked_rr(series::Samples values, const RrCleaning& cleaning, std::span<const std::size_t> gap_starts) {
  std::vector<double> intervals;
  std::vector<std::size_t> places, gaps;
  const auto add_gap = [&] {
    if (!intervals.empty() && (gaps.empty() || gaps.back() != intervals.size())) gaps.push_back(intervals.size());
  };
  for (std::size_t i = 0, gap = 0; i < values.size(); ++i) {
    const bool is_behind_gap = gap < gap_starts.size() && gap_starts[gap] == i;
    gap += is_behind_gap ? 1 : 0;
    if (is_behind_gap || std::isnan(values[i])) add_gap();
    if (std::isnan(values[i])) continue;
    places.push_back(i);
    intervals.push_back(values[i]);
  }
  // A gap after the last interval has no effect and is removed.
  if (!gaps.empty() && gaps.back() == intervals.size()) gaps.pop_back();
  RrSeries result = clean_rr(intervals, gaps, cleaning);
  for (std::size_t& position : result.positions) position = places[position];
  for (RrRemoval& removal : result.report.removals) removal.position = places[removal.position];
  return result;
}

std::size_t RrReport::count(RrRemovalReason reason) const {
  return static_cast<std::size_t>(std::count_if(removals.begin(), removals.end(),
                                                [&](const RrRemoval& removal) { return removal.reason == reason; }));
}

std::string RrReport::sentence() const {
  std::string text = fmt::format("{} of {} {} in {} kept", n_kept, of_times ? n_read - 1 : n_read,
                                 of_times ? "intervals between beats" : "values", word(unit));
  const auto add = [&](RrRemovalReason reason, const std::string& what) {
    if (count(reason) > 0) text += fmt::format(", {} {}", count(reason), what);
  };
  const auto onset = std::ranges::find(removals, RrRemovalReason::onset, &RrRemoval::reason);
  if (onset != removals.end()) text += fmt::format(", time to the first beat {}", onset->value);
  add(RrRemovalReason::missing, "missing");
  add(RrRemovalReason::too_short, fmt::format("shorter than {} s", least));
  add(RrRemovalReason::too_long, fmt::format("longer than {} s", greatest));
  add(RrRemovalReason::ectopic, "ectopic");
  if (n_gaps > 0) text += fmt::format("; {} {}", counted(n_gaps, "gap"), policy == GapPolicy::gap ? "kept" : "closed");
  return text;
}

bool begins_with_onset(series::Samples values) {
  if (values.empty() || std::none_of(values.begin() + 1, values.end(), [](double value) { return value > 0.0; })) {
    return false;
  }
  const RrCleaning usual;
  const auto are_usual = [&](double scale) {
    const auto n_usual = std::ranges::count_if(
        values, [&](double value) { return value >= usual.least * scale && value <= usual.greatest * scale; });
    return 2 * static_cast<std::size_t>(n_usual) >= values.size();
  };
  constexpr double milliseconds = 1000.0;
  if (!are_usual(1.0) && !are_usual(milliseconds)) return false;
  RrCleaning everything;
  everything.values = RrValues::intervals;
  everything.least = 0.0;
  everything.greatest = std::numeric_limits<double>::infinity();
  const RrReport all = clean_rr(values, {}, everything).report;
  return all.count(RrRemovalReason::onset) > 0 && are_usual(all.unit == RrUnit::milliseconds ? milliseconds : 1.0);
}

}  // namespace biotropy::heartbeats
