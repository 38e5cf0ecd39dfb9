// SPDX-License-Identifier: Apache-2.0
//
// Columns of tables and data frames that hold the time of the samples and are no signals, and times of day as text.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace biotropy::files {

enum class TimeColumn : std::uint8_t {
  none,
  time,    ///< by its name, such as "time", "Timestamp [ms]" or "t"
  count,   ///< by its name, such as "index" or "sample", or the first one without a name beside others with names
  unclear  ///< rises from line to line, or has times of day, without such a name; or has such a name and no times
};

struct FirstValues {
  std::string name;            ///< empty if the table has none
  std::vector<double> values;  ///< of the first lines
  std::string word{};          ///< of a column without numbers
};

/// The letters and digits of a name in front of its unit, in lower case: "subjectid" of "Subject_ID".
std::string plain_name(std::string_view name);

/// The kind of each column; none for all where no channel would be left.
std::vector<TimeColumn> time_columns(std::span<const FirstValues> columns);

/// Seconds of a time of day, "14:05:07.250" or "2:05:07 PM", behind a date or alone, or of a duration, "25:10:00". With
/// a date whose year is first, or with points ("31.1.2024"), they are those since 1970, in universal time where an
/// offset from it follows; otherwise those since midnight, as day and month may come in either order.
std::optional<double> clock_seconds(std::string_view text);

/// The date in front of such a time that is not part of these seconds; empty if there is none.
std::string_view unread_date(std::string_view text);

}  // namespace biotropy::files
