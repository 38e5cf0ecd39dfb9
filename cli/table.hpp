// SPDX-License-Identifier: Apache-2.0
//
// Aligned columns on standard output.
#pragma once

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

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  void add(std::vector<std::string> row);

  /// Columns in which every field is empty are left out.
  std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// "0.482913", "inf", "nan".
std::string shown(double value);

/// Writes to standard output, without control sequences (printable.hpp). @throws Error io.
void print(const std::string& text);

}  // namespace biotropy::cli
