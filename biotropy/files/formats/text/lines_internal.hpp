// SPDX-License-Identifier: Apache-2.0
//
// Splits a text file into lines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "biotropy/files/input.hpp"

namespace biotropy::files {

class LineReader {
 public:
  explicit LineReader(Input& input);

  /// Reads the next line without its end, valid until the next call; false after the last one.
  /// @throws Error bad_file for a byte 0, for CR alone as the end of a line, or a line too long for a table.
  bool next(std::string_view& line);

  /// Number of the current line, from 1.
  std::uint64_t number() const { return number_; }

 private:
  Input& input_;
  std::uint64_t offset_ = 0;  // of what follows `text_` in the file
  std::string text_;          // part of the file
  std::size_t begin_ = 0;     // of the next line in it
  std::uint64_t number_ = 0;
};

bool is_blank(std::string_view line);

}  // namespace biotropy::files
