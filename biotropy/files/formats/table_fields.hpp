// SPDX-License-Identifier: Apache-2.0
//
// Fields of a line of a table, and their numbers: for tables in files and for samples that come as lines.
#pragma once

#include <optional>
#include <string_view>

namespace biotropy::files {

/// Fields without blanks and double quotes around them. The separator ' ' stands for any run of blanks and tabs.
class FieldReader {
 public:
  FieldReader(std::string_view line, char separator);
  bool next(std::string_view& field);

 private:
  std::string_view rest_;
  char separator_;
  bool more_;
};

/// True for what a spreadsheet writes where it has no value: "#N/A", "#DIV/0!".
bool is_spreadsheet_error(std::string_view field);

/// True for a line that begins with one of these marks, but for an error of a spreadsheet.
bool is_comment(std::string_view line, std::string_view marks = "#%");

/// A number, or NaN for an empty field, the words NaN, NA, N/A, none and null, and errors of spreadsheets; nothing for
/// other words.
std::optional<double> table_number(std::string_view field);

}  // namespace biotropy::files
