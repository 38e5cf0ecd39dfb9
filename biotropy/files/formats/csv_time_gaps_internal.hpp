// SPDX-License-Identifier: Apache-2.0
//
// Gaps of a table, found in a column that counts time or samples: where it steps on by more than one and a half of its
// usual steps, samples are missing.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/files/formats/csv_layout_internal.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// Usual step of a clock, from its first values. None if they do not lie on a line between gaps, such as times of
/// heartbeats.
std::optional<double> even_step(std::span<const double> values);

/// Longest step of a clock among its first values; infinite if none is forward.
double longest_step(std::span<const double> values);

/// Shortest step of a column that rises; infinite for a single value.
double shortest_step(std::span<const double> values);

class TimeGaps {
 public:
  explicit TimeGaps(const TimeColumn& time) : time_(time) {}

  /// Takes the value of a line; none if its field is empty or no number. A date that the value does not contain is
  /// that of a day behind the one before.
  void add(std::optional<double> value, std::uint64_t line, std::string_view date = {});

  /// Gives every channel the gaps, with a warning. Where steps vary, or short ones or small ones backwards follow long
  /// ones, lines were stamped unevenly, and nobody knows what is missing: a warning says so instead.
  void apply(const std::string& label, series::Recording& recording) const;

 private:
  void look_for_end(double now);

  TimeColumn time_;
  double last_ = 0.0;
  double midnights_ = 0.0;  // seconds of the days that have ended
  std::string date_;
  double least_ = std::numeric_limits<double>::infinity(), greatest_ = -least_;
  double numbers_ = 0.0;     // of a counter that begins again behind them; 0 if it is not known
  std::uint64_t rows_ = 0;   // lines so far
  std::uint64_t since_ = 0;  // lines since the last value
  std::uint64_t short_steps_ = 0, back_steps_ = 0, first_line_ = 0;
  std::vector<std::size_t> starts_;
  std::vector<double> missing_;  // samples in each gap; negative if time runs backwards
};

}  // namespace biotropy::files
