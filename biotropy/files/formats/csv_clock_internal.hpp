// SPDX-License-Identifier: Apache-2.0
//
// Columns of a table that count time or samples. They are no signals, and a matrix over all columns would measure them.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace biotropy::files {

enum class Clock {
  none,
  named,     ///< by its name, its name and its steps, or values that are times since 1970
  even,      ///< rises in equal steps
  irregular  ///< rises, as recorded times do and the beginning of a slow signal may
};

/// What a column of a table with several columns is.
/// @param name empty where the table gives none.
/// @param is_first only the first column is a clock without a name that says so.
/// @param values of the first lines.
Clock clock_of(std::string_view name, bool is_first, std::span<const double> values);

}  // namespace biotropy::files
