// SPDX-License-Identifier: Apache-2.0
//
// The separator of a table, found from its first lines. A blank also parts the words of a name ("EEG 1") or of a time
// ("0 days 00:00:01"), so it is not tried where another separator parts all lines alike.
#pragma once

#include <vector>

#include "biotropy/files/formats/csv_first_lines_internal.hpp"
#include "biotropy/files/options.hpp"

namespace biotropy::files {

/// The most frequent number of fields from `first_line` on; the larger one of a tie. Blank lines do not count.
std::size_t usual_width(const std::vector<TextLine>& lines, std::size_t first_line, char separator);

/// The separator that gives the most numeric fields; of equal ones, that which parts all lines alike, or the most lines
/// into as many fields.
char find_separator(const std::vector<TextLine>& lines, bool comma_is_decimal, Orientation orientation);

}  // namespace biotropy::files
