// SPDX-License-Identifier: Apache-2.0
//
// Columns of a table that count time or samples. They are not signals and must not be measured as channels.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace biotropy::files {

enum class Clock {
  none,
  time,      ///< by its name, or by values that are times since 1970
  counter,   ///< by its name and equal steps
  even,      ///< rises in equal steps
  irregular  ///< rises unevenly, like recorded times or the beginning of a slow signal
};

/// Type of clock in a column of a table with several columns.
/// @param name empty if the table has none.
/// @param is_first only the first column can be a clock without a name.
/// @param values values of the first lines.
Clock clock_of(std::string_view name, bool is_first, std::span<const double> values);

/// True for seconds since 1970 of the years 2001 to 2033.
bool is_since_1970(double seconds);

/// Seconds of a time of day, "14:05:07.250" or "2:05:07 PM", behind a date or alone. With a date whose year is first
/// they are those since 1970; otherwise those since midnight, as day and month may stand in either order.
std::optional<double> clock_seconds(std::string_view text);

}  // namespace biotropy::files
