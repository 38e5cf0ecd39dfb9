// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include "biotropy/files/formats/array_internal.hpp"
#include "biotropy/files/formats/csv_first_lines_internal.hpp"
#include "biotropy/files/formats/csv_lines_internal.hpp"
#include "biotropy/files/formats/table_fields.hpp"
#include "biotropy/files/formats/text_internal.hpp"

namespace biotropy::files {

namespace {

// So many lines with values, and at most so many without: those tell nothing of the columns.
constexpr std::size_t kLookLines = 200;
constexpr std::size_t kLayoutBytes = std::size_t{1} << 20;

// Whatever the separator is.
bool has_only_missing(std::string_view line) {
  constexpr std::string_view parting = "\t;, \"";
  for (std::size_t begin = 0; begin < line.size();) {
    const std::size_t end = std::min(line.find_first_of(parting, begin), line.size());
    const std::string_view word = trimmed(line.substr(begin, end - begin));
    if (is_number(word) || !table_number(word)) return false;
    begin = end + 1;
  }
  return true;
}

}  // namespace

FirstLines first_lines(Input& input) {
  FirstLines first;
  std::size_t bytes = 0, missing_bytes = 0, missing_rows = 0;
  LineReader reader(input);
  for (std::string_view text;
       first.lines.size() < kLookLines + missing_rows && bytes < kLayoutBytes && reader.next(text);) {
    if (is_blank(text) && text.find('\t') == std::string_view::npos) continue;
    if (is_comment(text)) {
      bytes += text.size();
      first.comments.push_back({reader.number(), std::string(text)});
      continue;
    }
    const bool missing = has_only_missing(text);
    if (missing && (missing_rows == kLookLines || missing_bytes >= kLayoutBytes)) continue;
    (missing ? missing_bytes : bytes) += text.size();
    missing_rows += missing ? 1 : 0;
    first.lines.push_back({reader.number(), std::string(text)});
  }
  return first;
}

std::vector<TextLine> lines_with_values(const std::vector<TextLine>& lines) {
  std::vector<TextLine> kept;
  std::copy_if(lines.begin(), lines.end(), std::back_inserter(kept),
               [](const TextLine& line) { return !has_only_missing(line.text); });
  return kept;
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
