// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/array_internal.hpp"
#include "biotropy/files/formats/csv_first_lines_internal.hpp"
#include "biotropy/files/formats/csv_lines_internal.hpp"
#include "biotropy/files/formats/table_fields.hpp"
#include "biotropy/files/formats/text_internal.hpp"

namespace biotropy::files {

namespace {

constexpr std::size_t kLookLines = 200;
constexpr std::size_t kLayoutBytes = std::size_t{1} << 20;

}  // namespace

FirstLines first_lines(Input& input) {
  FirstLines first;
  std::size_t bytes = 0;
  LineReader reader(input);
  for (std::string_view text; first.lines.size() < kLookLines && bytes < kLayoutBytes && reader.next(text);) {
    bytes += text.size();
    if (is_blank(text)) continue;
    (is_comment(text) ? first.comments : first.lines).push_back({reader.number(), std::string(text)});
  }
  return first;
}

Fields fields_of(std::string_view line, char separator) {
  Fields fields;
  FieldReader reader(line, separator);
  for (std::string_view field; fields.size() <= kMostChannels && reader.next(field);) fields.push_back(field);
  return fields;
}

bool is_number(std::string_view field) {
  return to_double(field).has_value();
}

std::vector<double> numbers_in(std::span<const Fields> rows, std::size_t column) {
  std::vector<double> numbers;
  for (const Fields& row : rows) {
    const auto value = column < row.size() ? to_finite(row[column]) : std::nullopt;
    if (value) numbers.push_back(*value);
  }
  return numbers;
}

}  // namespace biotropy::files
