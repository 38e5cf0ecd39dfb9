// SPDX-License-Identifier: Apache-2.0
#include "cli/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "biotropy/files/output.hpp"
#include "biotropy/system/open_file.hpp"
#include "cli/console.hpp"

namespace biotropy::cli {

namespace {

// Counts characters, not bytes: continuation bytes of UTF-8 have no width.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace

void Table::add(std::vector<std::string> row) {
  for (std::string& field : row) field = printable(field);
  rows_.push_back(std::move(row));
}

std::string Table::text() const {
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], width(row[c]));
  }
  std::string text;
  const auto append = [&](const auto& field_of) {
    std::string line;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (widths[c] == 0) continue;
      const std::string& field = field_of(c);
      const std::string blanks(std::max(widths[c], columns_[c].name.size()) - width(field), ' ');
      line += (line.empty() ? "" : "  ") + (columns_[c].number ? blanks + field : field + blanks);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  };
  append([&](std::size_t c) -> const std::string& { return columns_[c].name; });
  for (const auto& row : rows_) append([&](std::size_t c) -> const std::string& { return row[c]; });
  return text;
}

std::string shown(double value) {
  if (std::isnan(value)) return "nan";  // the sign of NaN has no meaning
  return fmt::format("{:.6f}", value);
}

void print(const std::string& text) {
  files::Output output(system::kStandardOutput, "standard output");
  output.write(printable(text, '\n'));
  output.finish();
}

}  // namespace biotropy::cli
