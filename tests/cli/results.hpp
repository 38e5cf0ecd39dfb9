// SPDX-License-Identifier: Apache-2.0
//
// Results that the program wrote, read back by other means than its own.
#pragma once

#include <netcdf>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

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

/// A variable of a NetCDF file, whatever its dimensions.
template <typename Number>
std::vector<Number> numbers(const netCDF::NcGroup& group, const std::string& name) {
  const netCDF::NcVar variable = group.getVar(name);
  std::size_t size = 1;
  for (const netCDF::NcDim& dimension : variable.getDims()) size *= dimension.getSize();
  std::vector<Number> values(size);
  variable.getVar(values.data());
  return values;
}

std::vector<std::string> strings(const netCDF::NcGroup& group, const std::string& name);
std::vector<std::string> dimensions(const netCDF::NcGroup& group, const std::string& name);
std::string text_attribute(const netCDF::NcGroup& group, const std::string& name);
double real_attribute(const netCDF::NcGroup& group, const std::string& name);

/// The numbers under a key of every record of a JSON result.
std::vector<double> json_numbers(const nlohmann::json& results, const std::string& key);

/// The digest as another program computes it.
std::string sha256_by_coreutils(const std::string& path);

}  // namespace biotropy::cli::test
