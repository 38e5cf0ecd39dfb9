// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "biotropy/files/formats/text/lines_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

constexpr std::size_t kLongestLine = std::size_t{16} << 20;
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

}  // namespace

LineReader::LineReader(Input& input) : input_(input) {
  const std::size_t length = kByteOrderMark.size();
  if (input.size() >= length && input.text(0, length) == kByteOrderMark) offset_ = length;
}

bool LineReader::next_piece() {
  const std::size_t length = static_cast<std::size_t>(std::min<std::uint64_t>(Input::kWindow, input_.size() - offset_));
  if (length == 0) return false;
  piece_ = input_.text(offset_, length);
  offset_ += length;
  return true;
}

bool LineReader::next(std::string_view& line) {
  spilled_.clear();
  if (piece_.empty() && !next_piece()) return false;
  ++number_;
  while (true) {
    const std::size_t end = piece_.find('\n');
    line = piece_.substr(0, end);
    piece_.remove_prefix(end == std::string_view::npos ? piece_.size() : end + 1);
    if (end == std::string_view::npos || !spilled_.empty()) {
      spilled_ += line;
      line = spilled_;
    }
    if (line.size() > kLongestLine) {
      throw input_.bad_file(fmt::format("line {} is longer than {} bytes: this is not a table", number_, kLongestLine));
    }
    if (end != std::string_view::npos || !next_piece()) break;
  }
  if (line.find('\0') != std::string_view::npos) {
    throw input_.bad_file(fmt::format("line {} holds a byte 0: this is not a text", number_));
  }
  while (line.ends_with('\r')) line.remove_suffix(1);
  if (line.find('\r') != std::string_view::npos) {
    throw input_.bad_file(fmt::format(
        "line {} holds a carriage return (CR): save the file with LF or CR LF as the ends of lines", number_));
  }
  return true;
}

bool is_blank(std::string_view line) {
  return trimmed(line).empty();
}

bool is_blank_row(std::string_view line, char separator, std::size_t columns) {
  if (!is_blank(line)) return false;
  const auto tabs = static_cast<std::size_t>(std::count(line.begin(), line.end(), '\t'));
  return separator != '\t' || columns < 2 || tabs + 1 != columns;
}

}  // namespace biotropy::files
