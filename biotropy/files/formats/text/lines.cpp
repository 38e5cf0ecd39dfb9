// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

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

bool LineReader::next(std::string_view& line) {
  std::size_t end = text_.find('\n', begin_);
  while (end == std::string::npos && offset_ < input_.size() && text_.size() - begin_ <= kLongestLine) {
    text_.erase(0, std::exchange(begin_, 0));
    const std::size_t before = text_.size();
    text_ += input_.text(offset_, std::min<std::uint64_t>(Input::kWindow, input_.size() - offset_));
    offset_ += text_.size() - before;
    end = text_.find('\n', before);
  }
  if (begin_ == text_.size()) return false;
  ++number_;
  line = std::string_view(text_).substr(begin_, end - begin_);
  begin_ = std::min(end, text_.size() - 1) + 1;
  if (line.size() > kLongestLine) {
    throw input_.bad_file(fmt::format("line {} is longer than {} bytes: this is not a table", number_, kLongestLine));
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

}  // namespace biotropy::files
