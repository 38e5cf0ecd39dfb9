// SPDX-License-Identifier: Apache-2.0
//
// Columns of tables and data frames that hold the time of the samples and are no signals.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace biotropy::files {

enum class TimeColumn : std::uint8_t {
  none,
  time,    ///< by its name, such as "time", "Timestamp [ms]" or "t"
  count,   ///< by its name, such as "index" or "sample", or the first one without a name beside others with names
  unclear  ///< without such a name, but from line to line it rises as time does: the user is asked
};

struct FirstValues {
  std::string name;            ///< empty if the table has none
  std::vector<double> values;  ///< of the first lines
};

/// The kind of each column; none for all where no channel would be left.
std::vector<TimeColumn> time_columns(std::span<const FirstValues> columns);

}  // namespace biotropy::files
