// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/table_fields.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

constexpr std::string_view kFieldBlanks = " \t";

}  // namespace

FieldReader::FieldReader(std::string_view line, char separator) : rest_(line), separator_(separator), more_(true) {
  if (separator_ == ' ') {
    rest_ = trimmed(rest_);
    more_ = !rest_.empty();
  }
}

bool FieldReader::next(std::string_view& field) {
  if (!more_) return false;
  const std::size_t first = rest_.find_first_not_of(separator_ == '\t' ? std::string_view(" ") : kFieldBlanks);
  std::size_t search_from = 0;
  if (first != std::string_view::npos && rest_[first] == '"') {
    // Two quotes in a row stand for one quote.
    std::size_t close = rest_.find('"', first + 1);
    while (close != std::string_view::npos && close + 1 < rest_.size() && rest_[close + 1] == '"') {
      close = rest_.find('"', close + 2);
    }
    if (close != std::string_view::npos) search_from = close;
  }
  const std::size_t end =
      separator_ == ' ' ? rest_.find_first_of(kFieldBlanks, search_from) : rest_.find(separator_, search_from);
  field = trimmed(rest_.substr(0, end));
  if (search_from > 0 && field.size() >= 2 && field.ends_with('"')) field = trimmed(field.substr(1, field.size() - 2));
  if (end == std::string_view::npos) {
    more_ = false;
    return true;
  }
  const std::size_t next_field = separator_ == ' ' ? rest_.find_first_not_of(kFieldBlanks, end) : end + 1;
  rest_.remove_prefix(next_field);
  return true;
}

bool is_spreadsheet_error(std::string_view field) {
  constexpr std::array<std::string_view, 8> errors = {"#N/A",    "#NA",   "#NUM!",  "#DIV/0!",
                                                      "#VALUE!", "#REF!", "#NAME?", "#NULL!"};
  return std::find(errors.begin(), errors.end(), field) != errors.end();
}

bool is_comment(std::string_view line, std::string_view marks) {
  const std::size_t first = line.find_first_not_of(kFieldBlanks);
  if (first == std::string_view::npos || marks.find(line[first]) == std::string_view::npos) return false;
  const std::string_view rest = line.substr(first);
  return !is_spreadsheet_error(rest.substr(0, rest.find_first_of(",; \t")));
}

std::optional<double> table_number(std::string_view field) {
  if (const auto value = to_double(field)) return value;
  constexpr std::string_view minus = "\u2212";  // as word processors write it
  if (field.starts_with(minus)) return to_double("-" + std::string(field.substr(minus.size())));
  constexpr std::array<std::string_view, 5> missing = {"", "na", "n/a", "none", "null"};
  constexpr std::size_t longest = 4;
  const bool is_missing =
      field.size() <= longest && std::find(missing.begin(), missing.end(), lower(field)) != missing.end();
  if (is_missing || is_spreadsheet_error(field)) return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

}  // namespace biotropy::files
