// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "biotropy/counted.hpp"
#include "biotropy/files/clock_text.hpp"
#include "biotropy/files/formats/csv_beat_times_internal.hpp"
#include "biotropy/files/formats/table_fields.hpp"
#include "biotropy/files/formats/text_internal.hpp"

namespace biotropy::files {

namespace {

// Fewer agree by chance.
constexpr std::size_t kLeastBeatPairs = 10;
// Of an interval: times are rounded, and a beat that is missing is far more.
constexpr double kMostOffBeat = 0.1;

// Apart from what the rounding of times explains.
double most_off(double expected, const BeatTimes& times) {
  return kMostOffBeat * expected + times.step;
}

// Pairs of neighbouring lines whose times are as far apart as the interval says.
std::size_t agreeing(const std::vector<Fields>& rows, std::size_t intervals, const BeatTimes& times,
                     std::size_t& pairs) {
  std::size_t agree = 0;
  pairs = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const Fields &before = rows[i - 1], &row = rows[i], &holder = times.begins ? before : row;
    const std::size_t most = std::max(intervals, times.column);
    if (before.size() <= most || row.size() <= most) continue;
    const auto from = beat_time(before[times.column]), to = beat_time(row[times.column]);
    const auto interval = to_finite(holder[intervals]);
    if (!from || !to || !interval || !(*interval > 0.0)) continue;
    ++pairs;
    const double expected = *interval * times.scale;
    agree += std::abs(*to - *from - expected) <= most_off(expected, times) ? 1 : 0;
  }
  return agree;
}

// The shortest step if all others are its multiples, as those of numbers of rows or of whole seconds; otherwise 0, and
// where beats come evenly.
double common_step(const std::vector<Fields>& rows, std::size_t column) {
  std::vector<double> steps;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (rows[i - 1].size() <= column || rows[i].size() <= column) continue;
    const auto from = beat_time(rows[i - 1][column]), to = beat_time(rows[i][column]);
    if (from && to && *to != *from) steps.push_back(std::abs(*to - *from));
  }
  if (steps.empty()) return 0.0;
  constexpr double off = 0.01;
  const auto [least, greatest] = std::minmax_element(steps.begin(), steps.end());
  const double shortest = *least;
  const bool are_beats = *greatest - shortest <= off * shortest && shortest != std::round(shortest);
  const bool are_multiples = std::all_of(steps.begin(), steps.end(), [&](double step) {
    const double times = step / shortest;
    return std::abs(times - std::round(times)) <= off;
  });
  return are_multiples && !are_beats ? shortest : 0.0;
}

bool is_text(const std::vector<Fields>& rows, std::size_t column) {
  return std::none_of(rows.begin(), rows.end(),
                      [&](const Fields& row) { return column < row.size() && to_finite(row[column]); });
}

}  // namespace

std::optional<double> beat_time(std::string_view field) {
  const auto number = to_finite(field);
  return number ? number : clock_seconds(field);
}

std::optional<BeatTimes> find_beat_times(const std::vector<Fields>& rows, std::size_t intervals,
                                         std::span<const Clock> clocks) {
  std::optional<BeatTimes> found;
  std::size_t most = 0;
  for (std::size_t column = 0; !rows.empty() && column < rows.front().size(); ++column) {
    if (column == intervals) continue;
    const double step = common_step(rows, column);
    const bool of_day = is_text(rows, column),
               is_time = of_day || (column < clocks.size() && clocks[column] == Clock::time);
    if (step > 0.0 && !is_time) continue;
    for (const double scale : {1.0, 1000.0, 0.001}) {
      for (const bool begins : {false, true}) {
        const BeatTimes times{column, scale, begins, step, of_day};
        std::size_t pairs = 0;
        const std::size_t agree = agreeing(rows, intervals, times, pairs);
        if (agree <= most || agree < kLeastBeatPairs || 2 * agree < pairs) continue;
        most = agree;
        found = times;
      }
    }
  }
  return found;
}

void BeatGaps::add(std::optional<double> time, double interval, std::uint64_t line) {
  const std::uint64_t row = rows_++;
  constexpr double day = 86'400.0;
  if (time && last_ && times_.of_day && *time + midnights_ < *last_ - day / 2) midnights_ += day;
  if (time) *time += midnights_;
  const double expected = (times_.begins ? last_interval_ : interval) * times_.scale;
  const std::optional<double> before = std::exchange(last_, time);
  last_interval_ = interval;
  // A missing interval is a gap of its own.
  if (row == 0 || !before || !time || !(expected > 0.0)) return;
  const double more = *time - *before - expected;
  if (more <= most_off(expected, times_) && *time + times_.step > *before) return;
  if (starts_.empty()) first_line_ = line;
  starts_.push_back(row);
  missing_.push_back(more);
}

void BeatGaps::apply(const std::string& label, series::Recording& recording) const {
  if (starts_.empty()) return;
  recording.warnings.push_back(fmt::format(
      "column {} ({}) shows that beats are missing in {}, the first before line {}: no template crosses them",
      times_.column + 1, label, counted(starts_.size(), "place"), first_line_));
  recording.channels.front().gap_starts = starts_;
  recording.channels.front().gap_seconds = missing_;
}

}  // namespace biotropy::files
