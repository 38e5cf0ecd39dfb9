// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "biotropy/files/formats/csv_decimal_internal.hpp"
#include "biotropy/files/formats/table_fields.hpp"
#include "biotropy/files/formats/text_internal.hpp"

namespace biotropy::files {

bool has_decimal_comma(std::string_view field) {
  const auto is_digit = [&](std::size_t k) { return k < field.size() && field[k] >= '0' && field[k] <= '9'; };
  const std::size_t comma = field.find(',');
  if (comma == std::string_view::npos || comma == 0 || !is_digit(comma - 1) || !is_digit(comma + 1)) return false;
  std::string pointed(field);
  pointed[comma] = '.';
  return to_double(pointed).has_value();
}

std::string with_points(const Input& input, std::string_view line, std::uint64_t number, char separator) {
  std::string pointed(line);
  FieldReader fields(line, separator);
  for (std::string_view field; fields.next(field);) {
    if (has_decimal_comma(field)) {
      pointed[static_cast<std::size_t>(field.data() - line.data()) + field.find(',')] = '.';
    } else if (field.find('.') != std::string_view::npos && to_double(field)) {
      throw input.bad_file(
          fmt::format("line {}: {} has a decimal point, and the option decimal says comma", number, in_quotes(field)));
    }
  }
  return pointed;
}

}  // namespace biotropy::files
