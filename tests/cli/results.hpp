// SPDX-License-Identifier: Apache-2.0
//
// Reads results of the program with independent code.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/files/netcdf_contents.hpp"

namespace biotropy::cli::test {

/// A table with the names of its columns; fields hold no separators here.
class CsvTable {
 public:
  explicit CsvTable(const std::string& text);

  std::size_t size() const { return rows_.size(); }
  const std::vector<std::string>& names() const { return names_; }
  const std::string& field(std::size_t row, const std::string& column) const;
  double number(std::size_t row, const std::string& column) const;
  std::vector<std::string> fields(const std::string& column) const;
  std::vector<double> numbers(const std::string& column) const;

 private:
  std::vector<std::string> names_;
  std::vector<std::vector<std::string>> rows_;
};

using files::test::dimensions;
using files::test::numbers;
using files::test::real_attribute;
using files::test::strings;
using files::test::text_attribute;

/// The numbers under a key of every record of a JSON result.
std::vector<double> json_numbers(const nlohmann::json& results, const std::string& key);

/// Digest computed by another program.
std::string sha256_by_coreutils(const std::string& path);

}  // namespace biotropy::cli::test
