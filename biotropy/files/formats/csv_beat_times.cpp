// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "biotropy/counted.hpp"
#include "biotropy/files/formats/csv_beat_times_internal.hpp"
#include "biotropy/files/formats/csv_clock_text_internal.hpp"
#include "biotropy/files/formats/table_fields.hpp"
#include "biotropy/files/formats/text_internal.hpp"

namespace biotropy::files {

namespace {

// Fewer agree by chance.
constexpr std::size_t kLeastBeatPairs = 10;
// Of an interval: times are rounded, and a beat that is missing is far more.
constexpr double kMostOffBeat = 0.1;

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
    agree += std::abs(*to - *from - expected) <= kMostOffBeat * expected ? 1 : 0;
  }
  return agree;
}

}  // namespace

std::optional<double> beat_time(std::string_view field) {
  const auto number = to_finite(field);
  return number ? number : clock_seconds(field);
}

std::optional<BeatTimes> find_beat_times(const std::vector<Fields>& rows, std::size_t intervals) {
  std::optional<BeatTimes> found;
  std::size_t most = 0;
  for (std::size_t column = 0; !rows.empty() && column < rows.front().size(); ++column) {
    if (column == intervals) continue;
    for (const double scale : {1.0, 1000.0, 0.001}) {
      for (const bool begins : {false, true}) {
        const BeatTimes times{column, scale, begins};
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
  const double expected = (times_.begins ? last_interval_ : interval) * times_.scale;
  const std::optional<double> before = std::exchange(last_, time);
  last_interval_ = interval;
  // A missing interval is a gap of its own.
  if (row == 0 || !before || !time || !(expected > 0.0)) return;
  const double more = *time - *before - expected;
  if (more <= kMostOffBeat * expected && *time > *before) return;
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
