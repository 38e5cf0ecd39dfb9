// SPDX-License-Identifier: Apache-2.0
//
// Aligned columns on standard output.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace biotropy::cli {

class Table {
 public:
  /// Columns of numbers are aligned to the right.
  struct Column {
    std::string name;
    bool number = false;
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)), widths_(columns_.size(), 0) {}

  void add(const std::vector<std::string>& row);

  /// Calls `line` for the names and each row. Columns in which every field is empty are left out.
  void each_line(const std::function<void(const std::string& line)>& line) const;
  /// All lines.
  std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::size_t> widths_;
  std::string fields_;  // one behind the other, which takes a tenth of the memory of a text for each
};

/// "0.482913", "inf", "nan".
std::string shown(double value);

/// Writes to standard output, without control sequences (printable.hpp). @throws Error io.
void print(const std::string& text);
void print(const Table& table);

}  // namespace biotropy::cli
