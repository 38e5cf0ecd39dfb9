// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "biotropy/files/formats/edf/conversion_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

// Fewer characters or line ends may occur by chance.
constexpr std::uint64_t kLeastEvidence = 4;
constexpr std::uint64_t kVersionBytes = 8;
constexpr std::size_t kLongestCharacter = 4;
constexpr std::string_view kReplacement = "\xef\xbf\xbd";

bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}

bool begins_character(char c) {
  return static_cast<unsigned char>(c) >= 0xc0;
}

// Length without a multi-byte character cut off at the end of the piece.
std::size_t whole_characters(std::string_view piece) {
  for (std::size_t back = 1; back < kLongestCharacter && back <= piece.size(); ++back) {
    const char c = piece[piece.size() - back];
    if (is_ascii(c)) break;
    if (begins_character(c)) return piece.size() - back;
  }
  return piece.size();
}

class TextEvidence {
 public:
  explicit TextEvidence(Input& input) : input_(input) {
    std::uint64_t offset = kVersionBytes;
    while (offset < input.size() && (is_utf8_ || !has_bare_line_feed_)) {
      const std::string_view piece =
          input.text(offset, static_cast<std::size_t>(std::min<std::uint64_t>(Input::kWindow, input.size() - offset)));
      const std::size_t whole = whole_characters(piece);
      const std::string_view text = piece.substr(0, whole == 0 ? piece.size() : whole);
      look_for_characters(text);
      look_for_line_ends(text);
      offset += text.size();
    }
  }

  void refuse(std::uint64_t announced) const {
    if (is_utf8_ && characters_ >= kLeastEvidence) {
      throw input_.bad_file(
          fmt::format("the file was saved as UTF-8 text: bytes from 80 on became {} characters of several bytes ({} of "
                      "them U+FFFD, which stands for a byte that is lost); copy the original again, as binary",
                      characters_, replaced_));
    }
    const bool fits = line_ends_ > 0 && announced > 0 && input_.size() == announced + line_ends_;
    if (!has_bare_line_feed_ && (fits || line_ends_ >= kLeastEvidence)) {
      throw input_.bad_file(
          fmt::format("the line ends of the file were converted: a byte 0D was put in front of each of "
                      "{} bytes 0A; copy the original again, as binary",
                      line_ends_));
    }
  }

 private:
  void look_for_characters(std::string_view text) {
    is_utf8_ = is_utf8_ && is_utf8(text);
    if (!is_utf8_) return;
    characters_ += static_cast<std::uint64_t>(std::count_if(text.begin(), text.end(), begins_character));
    for (std::size_t at = text.find(kReplacement); at != std::string_view::npos;
         at = text.find(kReplacement, at + kReplacement.size())) {
      ++replaced_;
    }
  }

  void look_for_line_ends(std::string_view text) {
    for (std::size_t at = text.find('\n'); at != std::string_view::npos && !has_bare_line_feed_;
         at = text.find('\n', at + 1)) {
      has_bare_line_feed_ = (at == 0 ? last_ : text[at - 1]) != '\r';
      ++line_ends_;
    }
    last_ = text.back();
  }

  const Input& input_;
  bool is_utf8_ = true, has_bare_line_feed_ = false;
  std::uint64_t characters_ = 0, replaced_ = 0, line_ends_ = 0;
  char last_ = '\0';
};

}  // namespace

void refuse_text_conversion(Input& input, std::uint64_t announced) {
  TextEvidence(input).refuse(announced);
}

}  // namespace biotropy::files
