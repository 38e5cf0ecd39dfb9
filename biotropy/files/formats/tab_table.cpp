// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "biotropy/counted.hpp"
#include "biotropy/files/formats/tab_table_internal.hpp"
#include "biotropy/files/formats/table_fields.hpp"
#include "biotropy/files/formats/text/lines_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

TabTable::Row tabbed_fields(std::string_view line) {
  constexpr char separator = '\t';
  TabTable::Row fields;
  FieldReader reader(line, separator);
  for (std::string_view field; reader.next(field);) fields.emplace_back(field);
  return fields;
}

}  // namespace

TabTable::TabTable(Input& input, const std::string& content) : input_(input) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  LineReader reader(input);
  for (std::string_view line; reader.next(line);) {
    if (reader.number() == 1 && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
    if (is_blank(line)) continue;
    columns_ = tabbed_fields(line);
    header_line_ = reader.number();
    for (const std::string& name : columns_) {
      if (std::count(columns_.begin(), columns_.end(), name) == 1) continue;
      throw refusal(header_line_, fmt::format("the column {} occurs more than once", in_quotes(name)));
    }
    return;
  }
  throw input.bad_file(fmt::format("no header with the columns of {}", content));
}

std::optional<std::size_t> TabTable::find_column(const std::string& name) const {
  auto found = std::find(columns_.begin(), columns_.end(), name);
  if (found == columns_.end()) {
    const auto is_alike = [&](const std::string& column) { return lower(column) == lower(name); };
    found = std::find_if(columns_.begin(), columns_.end(), is_alike);
    if (found == columns_.end() || std::count_if(columns_.begin(), columns_.end(), is_alike) > 1) return std::nullopt;
  }
  return static_cast<std::size_t>(found - columns_.begin());
}

std::size_t TabTable::column(const std::string& name) const {
  if (const auto found = find_column(name)) return *found;
  const bool has_other_separator = columns_.size() == 1 && columns_[0].find_first_of(",; ") != std::string::npos;
  throw input_.bad_file(fmt::format("no column '{}' among {}{}", name,
                                    in_quotes(fmt::format("{}", fmt::join(columns_, " "))),
                                    has_other_separator ? ": columns are separated by tabs" : ""));
}

void TabTable::each_row(const std::function<void(const Row& row, std::uint64_t line)>& visit) const {
  LineReader reader(input_);
  for (std::string_view line; reader.next(line);) {
    if (reader.number() <= header_line_ || is_blank(line)) continue;
    const Row row = tabbed_fields(line);
    if (row.size() != columns_.size()) {
      throw refusal(reader.number(),
                    fmt::format("{} where the header has {}", counted(row.size(), "field"), columns_.size()));
    }
    visit(row, reader.number());
  }
}

Error TabTable::refusal(std::uint64_t line, const std::string& fault) const {
  return input_.bad_file(fmt::format("line {}: {}", line, fault));
}

}  // namespace biotropy::files
