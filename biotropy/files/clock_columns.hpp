// SPDX-License-Identifier: Apache-2.0
//
// Columns of a table that count time or samples. They are not signals and must not be measured as channels.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace biotropy::files {

enum class Clock : std::uint8_t {
  none,
  time,     ///< by its name, unless values often fall, or by values that are times since 1970
  counter,  ///< by its name and equal steps
  index,  ///< whole numbers that rise, without a name beside named ones: the numbers of rows of which some are left out
  even,   ///< rises in equal steps
  irregular  ///< rises unevenly, like recorded times or the beginning of a slow signal, or alone has no name
};

struct FirstValues {
  std::string name;            ///< empty if the table has none
  std::vector<double> values;  ///< of the first lines
  bool wanted = true;          ///< whether it may be a channel
};

/// Type of clock that a column alone may be; only the first can be one without a name.
std::vector<Clock> clocks_of(std::span<const FirstValues> columns);

/// Of the columns that are wanted, those that are no channels: none for channels. Time and counters are left out unless
/// there are no others, and a first column that rises only where another one does not. If it is even, it must rise in
/// all other lines too; if it is irregular, nobody can tell.
std::vector<Clock> clocks_beside_channels(std::span<const FirstValues> columns);

/// True for seconds since 1970 of the years 2001 to 2033.
bool is_since_1970(double seconds);

}  // namespace biotropy::files
