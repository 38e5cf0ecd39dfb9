// SPDX-License-Identifier: Apache-2.0
//
// Times of beats beside the intervals between them: where the times are further apart than the interval, beats are
// missing, and no template may cross the place.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "biotropy/files/clock_columns.hpp"
#include "biotropy/files/formats/csv_first_lines_internal.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// A column of times that agree with most of the intervals beside them.
struct BeatTimes {
  std::size_t column = 0;
  double scale = 1.0;   ///< from the unit of the intervals to that of the times: 1, 1000 or 0.001
  bool begins = false;  ///< the interval begins at its time, and does not end there
  double step = 0.0;    ///< of times that are its multiples, such as whole seconds; 0 if they are finer
  bool of_day = false;  ///< text such as "14:05:07", which begins again at midnight
};

/// Of all columns but that of the intervals, of these types; nothing if none has times that agree with them. Numbers of
/// rows do not, though they step by 1 as beats may by 1 s.
std::optional<BeatTimes> find_beat_times(const std::vector<Fields>& rows, std::size_t intervals,
                                         std::span<const Clock> clocks);

/// The time in a field: a number, or that of a clock in seconds.
std::optional<double> beat_time(std::string_view field);

class BeatGaps {
 public:
  explicit BeatGaps(const BeatTimes& times) : times_(times) {}

  /// Takes the time and the interval of a line.
  void add(std::optional<double> time, double interval, std::uint64_t line);

  /// Gives the intervals their gaps, with a warning.
  void apply(const std::string& label, series::Recording& recording) const;

 private:
  BeatTimes times_;
  std::optional<double> last_;
  double last_interval_ = 0.0;
  double midnights_ = 0.0;  // seconds of the days that have ended
  std::uint64_t rows_ = 0, first_line_ = 0;
  std::vector<std::size_t> starts_;
  std::vector<double> missing_;
};

}  // namespace biotropy::files
