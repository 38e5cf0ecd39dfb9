// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/results.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <memory>
#include <sstream>
#include <stdexcept>

namespace biotropy::cli::test {

namespace {

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == ',') {
      fields.emplace_back();
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

}  // namespace

CsvTable::CsvTable(const std::string& text) {
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (names_.empty()) {
      names_ = split(line);
    } else {
      rows_.push_back(split(line));
    }
  }
}

const std::string& CsvTable::field(std::size_t row, const std::string& column) const {
  const auto place = std::find(names_.begin(), names_.end(), column);
  if (place == names_.end()) throw std::out_of_range("no column " + column);
  return rows_.at(row).at(static_cast<std::size_t>(place - names_.begin()));
}

double CsvTable::number(std::size_t row, const std::string& column) const {
  const std::string& text = field(row, column);
  return text.empty() ? std::numeric_limits<double>::quiet_NaN() : std::stod(text);  // a count that is missing
}

std::vector<std::string> CsvTable::fields(const std::string& column) const {
  std::vector<std::string> all;
  for (std::size_t row = 0; row < size(); ++row) all.push_back(field(row, column));
  return all;
}

std::vector<double> CsvTable::numbers(const std::string& column) const {
  std::vector<double> all;
  for (std::size_t row = 0; row < size(); ++row) all.push_back(number(row, column));
  return all;
}

std::vector<double> json_numbers(const nlohmann::json& results, const std::string& key) {
  std::vector<double> all;
  for (const nlohmann::json& record : results.at("results")) {
    const nlohmann::json& value = record.at(key);
    if (value.is_string()) {
      all.push_back(std::stod(value.get<std::string>()));
    } else {
      all.push_back(value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>());
    }
  }
  return all;
}

std::string sha256_by_coreutils(const std::string& path) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(("sha256sum '" + path + "'").c_str(), "r"), ::pclose);
  char digest[65] = {};
  if (!pipe || std::fread(digest, 1, 64, pipe.get()) != 64) throw std::runtime_error("no sha256sum");
  return digest;
}

}  // namespace biotropy::cli::test
