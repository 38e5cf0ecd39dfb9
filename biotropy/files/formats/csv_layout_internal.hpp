// SPDX-License-Identifier: Apache-2.0
//
// What the first lines of a table tell about all of it: the separator, whether names stand on top, and which columns
// hold numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "biotropy/files/input.hpp"
#include "biotropy/files/options.hpp"

namespace biotropy::files {

struct TableColumn {
  std::string label;
  bool wanted = true;
};

struct TableLayout {
  char separator = '\t';
  bool has_header = false;
  std::vector<TableColumn> columns;
  std::optional<double> rate;  ///< where a comment tells it, as OpenBCI files do
  /// A column that was left out because it rises in equal steps in the first lines: it must rise in all of them.
  std::optional<std::size_t> clock;
};

/// A number, or NaN for an empty field and the words NaN, NA, N/A and null; nothing for other words.
std::optional<double> table_number(std::string_view field);

/// Appends to `warnings` which columns are left out, and why.
/// @throws Error bad_file where there is no number; unsupported for a decimal comma, and where the first column may be
/// time or a channel; invalid_argument where the options
/// name a column that is not there.
TableLayout find_layout(Input& input, const OpenOptions& options, std::vector<std::string>& warnings);

}  // namespace biotropy::files
