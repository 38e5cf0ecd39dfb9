// SPDX-License-Identifier: Apache-2.0
//
// Splits a text file into lines: in UTF-8, or in UTF-16 that a mark of its order of bytes begins. LF, CR LF and CR
// alone end a line, in any mixture.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/notice.hpp"

namespace biotropy::files {

class LineReader {
 public:
  explicit LineReader(Input& input);

  /// Reads the next line without its end, valid until the next call; false after the last one.
  /// @throws Error bad_file for a byte 0, what is no UTF-16, or a line too long for a table.
  bool next(std::string_view& line);

  /// Number of the current line, from 1.
  std::uint64_t number() const { return number_; }

  /// What had to be converted in the lines read so far.
  void add_notes(Notices& notices) const;

 private:
  std::size_t read_on();

  Input& input_;
  std::uint64_t offset_ = 0;                // of what follows `text_` in the file
  std::string text_;                        // part of the file
  std::size_t begin_ = 0;                   // of the next line in it
  std::uint64_t number_ = 0, n_alone_ = 0;  // of lines; those that CR alone ends
  Encoding encoding_ = Encoding::utf8;
};

bool is_blank(std::string_view line);

}  // namespace biotropy::files
