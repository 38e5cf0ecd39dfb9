// SPDX-License-Identifier: Apache-2.0
//
// First lines of a table, from which its layout is found.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/files/input.hpp"

namespace biotropy::files {

struct TextLine {
  std::uint64_t number = 0;
  std::string text;
};

struct FirstLines {
  std::vector<TextLine> lines;     ///< with fields, or with tabs, which may part fields without values
  std::vector<TextLine> comments;  ///< before the last of them
};

FirstLines first_lines(Input& input);

/// Without those whose values are all missing.
std::vector<TextLine> lines_with_values(const std::vector<TextLine>& lines);

using Fields = std::vector<std::string_view>;

/// One more than a table can have at most, if there are more.
Fields fields_of(std::string_view line, char separator);

/// True for a number, not for a missing one.
bool is_number(std::string_view field);

/// Numbers of a column; rows without one are passed over.
std::vector<double> numbers_in(std::span<const Fields> rows, std::size_t column);

}  // namespace biotropy::files
