// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "biotropy/counted.hpp"
#include "biotropy/files/formats/text/lines_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

constexpr std::size_t kLongestLine = std::size_t{16} << 20;

}  // namespace

LineReader::LineReader(Input& input) : input_(input) {
  constexpr std::size_t longest_mark = 3;
  std::tie(encoding_, offset_) = marked_encoding(input.text(0, std::min<std::uint64_t>(longest_mark, input.size())));
}

// Appends what follows in the file, in UTF-8 and with LF in place of CR alone; returns where that begins. LF may follow
// CRs at its end, so they wait.
std::size_t LineReader::read_on() {
  const std::size_t before = text_.find_last_not_of('\r') + 1;
  const std::string_view bytes = input_.text(offset_, std::min<std::uint64_t>(Input::kWindow, input_.size() - offset_));
  const std::size_t taken = append_utf8(bytes, encoding_, text_);
  if (taken == 0) {
    throw input_.bad_file(
        bytes.size() == 1 ? "UTF-16 with an odd number of bytes: the file was cut off"
                          : fmt::format("byte {} begins half of a pair of UTF-16: the text is damaged", offset_ + 1));
  }
  offset_ += taken;
  for (std::size_t at = text_.find('\r', before); at != std::string::npos; at = text_.find('\r', at)) {
    const std::size_t end = text_.find_first_not_of('\r', at);
    if (end == std::string::npos && offset_ < input_.size()) break;
    const std::size_t n = std::min(end, text_.size()) - at;
    if (end == std::string::npos || text_[end] != '\n') {
      text_.replace(at, n, n, '\n');
      n_alone_ += n;
    }
    at += n;
  }
  return before;
}

bool LineReader::next(std::string_view& line) {
  std::size_t end = text_.find('\n', begin_);
  while (end == std::string::npos && offset_ < input_.size() && text_.size() - begin_ <= kLongestLine) {
    text_.erase(0, std::exchange(begin_, 0));
    end = text_.find('\n', read_on());
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
  return true;
}

void LineReader::add_notes(Notices& notices) const {
  if (encoding_ != Encoding::utf8) notices.push_back(note("utf16_converted", "the text is UTF-16 and was converted"));
  if (n_alone_ > 0) {
    notices.push_back(note("line_ends", counted(n_alone_, "line") + " ended by a carriage return (CR) alone"));
  }
}

bool is_blank(std::string_view line) {
  return trimmed(line).empty();
}

}  // namespace biotropy::files
