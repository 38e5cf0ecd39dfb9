// SPDX-License-Identifier: Apache-2.0
#include "kernels/instruction_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "biotropy/error.hpp"

namespace biotropy::bench {

namespace {

constexpr std::size_t kFirstArchitecture = 5;  // column; before it kernel, case, unit, registers, spilled

// "| a | b |" as {"a", "b"}; empty for any other line.
std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> found;
  if (!line.starts_with("|")) return found;
  std::istringstream rest(line.substr(1));
  for (std::string cell; std::getline(rest, cell, '|');) {
    const auto first = cell.find_first_not_of(" `"), last = cell.find_last_not_of(" `");
    found.push_back(first == std::string::npos ? std::string() : cell.substr(first, last - first + 1));
  }
  return found;
}

// "32 candidates" are 32 units, a "row" is one.
double units(const std::string& text) {
  const double number = std::strtod(text.c_str(), nullptr);
  return number > 0.0 ? number : 1.0;
}

std::string key(const std::string& kernel, const std::string& which) {
  return fmt::format("{} ({})", kernel, which);
}

}  // namespace

InstructionTable::InstructionTable(std::string_view page) {
  std::istringstream lines{std::string(page)};
  for (std::string line; std::getline(lines, line);) {
    const std::vector<std::string> row = cells(line);
    if (row.size() <= kFirstArchitecture) continue;
    if (row[0] == "kernel") {
      for (std::size_t i = kFirstArchitecture; i < row.size(); ++i) {
        architectures_.push_back(std::atoi(row[i].c_str() + std::string_view("sm_").size()));
      }
    } else if (row.size() == kFirstArchitecture + architectures_.size() && !row[0].starts_with("-")) {
      auto& found = rows_[key(row[0], row[1])];
      for (std::size_t i = kFirstArchitecture; i < row.size(); ++i) {
        found.push_back(std::strtod(row[i].c_str(), nullptr) / units(row[2]));
      }
    }
  }
  if (rows_.empty()) throw Error(ErrorCode::invalid_data, "the page has no table of instructions");
}

double InstructionTable::per_unit(const std::string& kernel, const std::string& which, int architecture) const {
  const auto row = rows_.find(key(kernel, which));
  if (row == rows_.end()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("the table of instructions has no row for {}", key(kernel, which)));
  }
  const auto newer = std::upper_bound(architectures_.begin(), architectures_.end(), architecture);
  const auto place = newer == architectures_.begin() ? 0 : newer - architectures_.begin() - 1;
  return row->second[static_cast<std::size_t>(place)];
}

}  // namespace biotropy::bench
