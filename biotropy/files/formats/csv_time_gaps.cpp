// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "biotropy/counted.hpp"
#include "biotropy/files/formats/csv_time_gaps_internal.hpp"

namespace biotropy::files {

namespace {

// Fewer values lie on a line by chance.
constexpr std::size_t kLeastValues = 10;
// In steps. Times of 512 Hz in whole milliseconds are off by a quarter of a step, and those of 600 Hz by 0.3 at most.
constexpr double kMostOff = 0.3;
constexpr double kLongStep = 1.5;
// Among steps that vary, one so many times as long as the longest of the first lines is worth a word.
constexpr double kFarLonger = 5.0;
// Stamps of packets that came early or late run back by fewer steps, and more often, than clocks that were set back:
// several times, and once in so many lines.
constexpr double kStepsOfPacket = 100.0;
constexpr std::uint64_t kManyPackets = 4;
constexpr std::uint64_t kLinesOfPackets = 1000;
// Of a counter, which has a number of bits.
constexpr double kFewestNumbers = 64.0;

double median_step(std::span<const double> values) {
  std::vector<double> steps;
  for (std::size_t i = 1; i < values.size(); ++i) steps.push_back(values[i] - values[i - 1]);
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), middle, steps.end());
  return *middle;
}

bool is_even(std::span<const double> values, double step) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double off = values[i] - (values.front() + static_cast<double>(i) * step);
    if (!(std::abs(off) <= kMostOff * step)) return false;
  }
  return true;
}

// Steps of equal lengths that were rounded to a unit are one of two.
bool has_two_steps(std::span<const double> values) {
  std::vector<double> steps(values.size());
  std::adjacent_difference(values.begin(), values.end(), steps.begin());
  const auto [shortest, longest] = std::minmax_element(steps.begin() + 1, steps.end());
  const double same = 1e-3 * (*longest - *shortest);
  return std::all_of(steps.begin() + 1, steps.end(), [=, low = *shortest, high = *longest](double step) {
    return step - low <= same || high - step <= same;
  });
}

// Step of the line nearest to rounded values, by least squares: a line through the first and the last of them is off by
// as much as those are. Nothing if the values lie further apart about any line of that step.
std::optional<double> fitted_step(std::span<const double> values) {
  if (!has_two_steps(values)) return std::nullopt;
  const auto n = static_cast<double>(values.size());
  double products = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    products += (static_cast<double>(i) - (n - 1.0) / 2.0) * (values[i] - values.front());
  }
  const double step = products / (n * (n * n - 1.0) / 12.0);
  double lowest = 0.0, highest = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double off = values[i] - (values.front() + static_cast<double>(i) * step);
    lowest = std::min(lowest, off);
    highest = std::max(highest, off);
  }
  return highest - lowest <= 2.0 * kMostOff * step ? std::optional(step) : std::nullopt;
}

}  // namespace

std::optional<double> even_step(std::span<const double> values) {
  if (values.size() < kLeastValues) return std::nullopt;
  const double median = median_step(values);
  if (!(median > 0.0) || !std::isfinite(median)) return std::nullopt;
  std::span<const double> longest;
  for (std::size_t begin = 0, end = 1; begin < values.size(); begin = end++) {
    while (end < values.size() && values[end] > values[end - 1] &&
           values[end] - values[end - 1] <= kLongStep * median) {
      ++end;
    }
    if (end - begin > longest.size()) longest = values.subspan(begin, end - begin);
  }
  if (longest.size() < kLeastValues) return std::nullopt;
  const double step = (longest.back() - longest.front()) / static_cast<double>(longest.size() - 1);
  return is_even(longest, step) ? std::optional(step) : fitted_step(longest);
}

double longest_step(std::span<const double> values) {
  double longest = 0.0;
  for (std::size_t i = 1; i < values.size(); ++i) longest = std::max(longest, values[i] - values[i - 1]);
  return longest > 0.0 ? longest : std::numeric_limits<double>::infinity();
}

double shortest_step(std::span<const double> values) {
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < values.size(); ++i) shortest = std::min(shortest, values[i] - values[i - 1]);
  return shortest;
}

// Counters of a few bits begin again behind their greatest value.
void TimeGaps::look_for_end(double now) {
  const bool ends = last_ == greatest_ && now <= least_;
  least_ = std::min(least_, now);
  greatest_ = std::max(greatest_, now);
  const double numbers = (greatest_ - least_) / time_.step + 1.0;
  if (ends && numbers >= kFewestNumbers && std::exp2(std::round(std::log2(numbers))) == numbers) numbers_ = numbers;
  if (numbers > numbers_) numbers_ = 0.0;
}

void TimeGaps::add(std::optional<double> value, std::uint64_t line, std::string_view date) {
  const std::uint64_t row = rows_++;
  ++since_;
  if (!value) return;
  constexpr double day = 86'400.0;
  const bool knows_last = row >= since_, other_date = !date.empty() && !date_.empty() && date != date_;
  if (other_date || (time_.of_day && knows_last && *value + midnights_ < last_ - day / 2)) midnights_ += day;
  if (!date.empty()) date_ = date;
  const double now = *value + midnights_;
  if (time_.restarts) look_for_end(now);
  double steps = (now - last_) / time_.step;
  if (steps < 0.0 && numbers_ > 0.0) steps += numbers_;
  const double lines = static_cast<double>(since_), missing = steps - lines;
  last_ = now;
  since_ = 0;
  if (!knows_last || (steps < 0.0 && time_.restarts)) return;
  if (time_.even ? missing > kLongStep - 1.0 || steps < 0.0 : std::abs(steps) > kFarLonger * lines) {
    if (starts_.empty()) first_line_ = line;
    starts_.push_back(row);
    missing_.push_back(missing);
    if (steps < 0.0 && steps > -kStepsOfPacket) ++back_steps_;
  } else if (missing < 1.0 - kLongStep) {
    ++short_steps_;
  }
}

void TimeGaps::apply(const std::string& label, series::Recording& recording) const {
  if (starts_.empty()) return;
  const std::string column = fmt::format("column {} ({})", time_.column + 1, label);
  if (!time_.even) {
    recording.warnings.push_back(fmt::format(
        "the steps of {} vary, and that before line {} is more than {:g} times as long as those of the first "
        "lines: the samples are taken as evenly spaced, without a gap there",
        column, first_line_, kFarLonger));
    return;
  }
  const bool packets = back_steps_ >= std::max(kManyPackets, rows_ / kLinesOfPackets);
  const std::uint64_t short_steps = short_steps_ + (packets ? back_steps_ : 0);
  if (4 * short_steps > starts_.size()) {
    recording.warnings.push_back(
        fmt::format("the steps of {} vary, first in line {}: the samples are taken as evenly spaced, without gaps",
                    column, first_line_));
    return;
  }
  recording.warnings.push_back(
      fmt::format("{} shows that time is missing in {}, the first before line {}: no "
                  "template crosses them",
                  column, counted(starts_.size(), "place"), first_line_));
  for (series::Channel& channel : recording.channels) {
    channel.gap_starts = starts_;
    channel.gap_seconds = missing_;
    for (double& seconds : channel.gap_seconds) seconds /= channel.rate;
  }
}

}  // namespace biotropy::files
