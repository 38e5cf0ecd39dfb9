// SPDX-License-Identifier: Apache-2.0
//
// Columns of tables and data frames that hold the time of the samples and are no signals, and times of day as text.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/words.hpp"

namespace biotropy::files {

enum class TimeColumn : std::uint8_t {
  none,
  time,    ///< by its name, such as "time", "Timestamp [ms]" or "t"
  count,   ///< by its name, such as "index" or "sample", or the first one without a name beside others with names
  unclear  ///< rises from line to line, or has times of day, without such a name; or has such a name and no times
};

/// What a column has in the first lines.
struct FirstValues {
  std::string name{};            ///< empty if the table has none
  std::vector<double> values{};  ///< those that are numbers
  std::string word{};            ///< the first one that is neither a number nor missing

  bool is_empty() const { return word.empty() && values.empty(); }
  bool is_words() const { return !word.empty() && values.empty(); }
  bool rises() const { return std::ranges::adjacent_find(values, std::greater_equal()) == values.end(); }
};

/// The letters and digits of a name in front of its unit, in lower case: "subjectid" of "Subject_ID".
std::string plain_name(std::string_view name);

/// The kind of each column; none for all where no channel would be left.
std::vector<TimeColumn> time_columns(std::span<const FirstValues> columns);

/// A time of day, "14:05:07.250" or "2:05:07 PM", behind a date or alone, or a duration, "25:10:00".
struct ClockTime {
  /// Since 1970 behind a date whose year is first or that has points ("31.1.2024"), in universal time where an offset
  /// follows; otherwise since midnight, as day and month may come in either order.
  double seconds = 0.0;
  std::string_view date{};  ///< one that is not part of these seconds
};

std::optional<ClockTime> clock_time(std::string_view text);

}  // namespace biotropy::files

namespace biotropy {

template <>
inline constexpr std::array kWords<files::TimeColumn>{
    Word{"none", files::TimeColumn::none},
    Word{"time", files::TimeColumn::time},
    Word{"count", files::TimeColumn::count},
    Word{"unclear", files::TimeColumn::unclear},
};

}  // namespace biotropy
