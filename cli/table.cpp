// SPDX-License-Identifier: Apache-2.0
#include "cli/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "biotropy/files/output.hpp"
#include "biotropy/system/open_file.hpp"
#include "cli/console.hpp"

namespace biotropy::cli {

namespace {

constexpr char kFieldEnd = '\n';  // no printable field has one

// Counts characters, not bytes: continuation bytes of UTF-8 have no width.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace

void Table::add(const std::vector<std::string>& row) {
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const std::string field = c < row.size() ? printable(row[c]) : std::string();
    widths_[c] = std::max(widths_[c], width(field));
    fields_ += field;
    fields_ += kFieldEnd;
  }
}

void Table::each_line(const std::function<void(const std::string& line)>& line) const {
  std::string text;
  const auto append = [&](std::size_t c, std::string_view field) {
    if (widths_[c] > 0) {
      const std::string blanks(std::max(widths_[c], columns_[c].name.size()) - width(field), ' ');
      if (!text.empty()) text += "  ";
      if (columns_[c].number) text += blanks;
      text += field;
      if (!columns_[c].number) text += blanks;
    }
    if (c + 1 < columns_.size()) return;
    text.erase(text.find_last_not_of(' ') + 1);
    line(text + '\n');
    text.clear();
  };
  for (std::size_t c = 0; c < columns_.size(); ++c) append(c, columns_[c].name);
  std::string_view rest = fields_;
  for (std::size_t c = 0; !rest.empty(); c = (c + 1) % columns_.size()) {
    append(c, rest.substr(0, rest.find(kFieldEnd)));
    rest.remove_prefix(rest.find(kFieldEnd) + 1);
  }
}

std::string Table::text() const {
  std::string text;
  each_line([&](const std::string& line) { text += line; });
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

void print(const Table& table) {
  files::Output output(system::kStandardOutput, "standard output");
  table.each_line([&](const std::string& line) { output.write(line); });
  output.finish();
}

}  // namespace biotropy::cli
