// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/clock_columns.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <functional>
#include <string_view>

#include "biotropy/series/stamps.hpp"

namespace biotropy::files {

namespace {

// Fewer numbers may rise by chance.
constexpr std::size_t kLeastRising = 10;
constexpr double kSameStep = 1e-6;

constexpr std::array<std::string_view, 18> kTimeNames = {
    "time",     "times",    "timestamp", "timestamps",  "lsltimestamp",     "unixtimestamp",
    "unixtime", "datetime", "elapsed",   "elapsedtime", "timesec",          "timems",
    "timeus",   "timens",   "seconds",   "timeseconds", "timemilliseconds", "sensortimestamp"};

// A channel may have one of these names too, so the steps decide.
constexpr std::array<std::string_view, 13> kCountNames = {"t",      "sample",   "samples",      "sampleindex", "idx",
                                                          "index",  "sampleno", "samplenumber", "n",           "row",
                                                          "number", "frame",    "counter"};

// "Time [s]" and "TIME" are "time", and "time_s" is "times".
std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : name.substr(0, name.find_first_of("([/:"))) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return plain;
}

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// True if nearly all steps upward are the same; counters of one byte wrap around.
bool counts(std::span<const double> values) {
  if (values.size() < 2) return false;
  const double step = values[1] - values[0];
  std::size_t equal = 0;
  for (std::size_t i = 1; i < values.size(); ++i) {
    equal += std::abs(values[i] - values[i - 1] - step) <= kSameStep * step ? 1 : 0;
  }
  return step > 0.0 && 10 * equal >= 9 * (values.size() - 1);
}

// True for seconds, milliseconds, microseconds or nanoseconds since 1970.
bool is_unix_time(std::span<const double> values) {
  if (values.size() < kLeastRising) return false;
  for (const double unit : {1.0, 1e3, 1e6, 1e9}) {
    if (is_since_1970(values.front() / unit) && is_since_1970(values.back() / unit))
      return std::is_sorted(values.begin(), values.end());
  }
  return false;
}

bool never_falls_or_stays(std::span<const double> values) {
  return std::adjacent_find(values.begin(), values.end(), std::not_fn(std::less<>())) == values.end();
}

// Times fall where they begin again, and where packets overlap; reaction times do so at every second line.
bool falls_often(std::span<const double> values) {
  std::size_t falls = 0;
  for (std::size_t i = 1; i < values.size(); ++i) falls += values[i] < values[i - 1] ? 1 : 0;
  return values.size() >= kLeastRising && 4 * falls > values.size();
}

bool rises(std::span<const double> values) {
  return values.size() >= kLeastRising && never_falls_or_stays(values);
}

bool are_whole(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return value == std::floor(value); });
}

// All on one line: a gap among the first values would leave a slow signal for time.
bool rises_evenly(std::span<const double> values) {
  const series::Stamps stamps = series::read_stamps(values);
  return stamps.kind == series::StampKind::even && stamps.gaps.empty();
}

// A first column without a name, beside named ones: R and pandas write the numbers of rows there, or their times.
Clock clock_without_name(std::span<const double> values) {
  if (is_unix_time(values)) return Clock::time;
  if (counts(values)) return Clock::counter;
  if (are_whole(values) && never_falls_or_stays(values)) return Clock::index;
  return rises(values) && rises_evenly(values) ? Clock::even : Clock::irregular;
}

Clock clock_of(std::string_view name, bool is_first, std::span<const double> values) {
  const std::string plain = plain_name(name);
  if ((is_one_of(kTimeNames, plain) && !falls_often(values)) || is_unix_time(values)) return Clock::time;
  if (is_one_of(kCountNames, plain) && counts(values)) return Clock::counter;
  if (!is_first || !rises(values)) return Clock::none;
  if (rises_evenly(values)) return Clock::even;
  return name.empty() ? Clock::irregular : Clock::none;
}

}  // namespace

std::vector<Clock> clocks_of(std::span<const FirstValues> columns) {
  const bool any_name = std::any_of(columns.begin(), columns.end(), [](const auto& c) { return !c.name.empty(); });
  std::vector<Clock> clocks;
  for (const FirstValues& column : columns) {
    const bool is_first = clocks.empty();
    const bool is_unnamed = is_first && any_name && column.name.empty() && !column.values.empty();
    clocks.push_back(is_unnamed ? clock_without_name(column.values) : clock_of(column.name, is_first, column.values));
  }
  return clocks;
}

std::vector<Clock> clocks_beside_channels(std::span<const FirstValues> columns) {
  std::vector<Clock> clocks = clocks_of(columns);
  const auto is_named = [](Clock clock) {
    return clock == Clock::time || clock == Clock::counter || clock == Clock::index;
  };
  bool others_rise = true, any_channel = false;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (!columns[c].wanted) clocks[c] = Clock::none;
    if (!columns[c].wanted || is_named(clocks[c])) continue;
    any_channel = true;
    others_rise = others_rise && (c == 0 || rises(columns[c].values) || is_unix_time(columns[c].values));
  }
  const bool first_may_be_channel = !clocks.empty() && !is_named(clocks.front());
  if (first_may_be_channel && others_rise) clocks.front() = Clock::none;
  if (!any_channel) std::fill(clocks.begin(), clocks.end(), Clock::none);
  return clocks;
}

bool is_since_1970(double seconds) {
  constexpr double begin = 1e9, end = 2e9;
  return seconds >= begin && seconds < end;
}

}  // namespace biotropy::files
