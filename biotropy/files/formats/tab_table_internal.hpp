// SPDX-License-Identifier: Apache-2.0
//
// Tables of BIDS: a header, then lines with the same number of fields, separated by tabs.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/files/input.hpp"

namespace biotropy::files {

/// Mark of an unknown value.
inline constexpr std::string_view kNotKnown = "n/a";

class TabTable {
 public:
  /// Reads the header.
  /// @throws Error bad_file for a repeated column.
  /// @param content contents of the table, for the message if there is no header.
  TabTable(Input& input, const std::string& content);

  /// The column of the name, or else the only one whose name differs in case alone.
  std::optional<std::size_t> find_column(const std::string& name) const;
  /// @throws Error bad_file if there is no such column.
  std::size_t column(const std::string& name) const;

  using Row = std::vector<std::string>;

  /// Every line that is not blank. @throws Error bad_file for a line with another number of fields than the header.
  void each_row(const std::function<void(const Row& row, std::uint64_t line)>& visit) const;

  /// Error that names the line.
  Error refusal(std::uint64_t line, const std::string& fault) const;

 private:
  Input& input_;
  Row columns_;
  std::uint64_t header_line_ = 0;
};

}  // namespace biotropy::files
