// SPDX-License-Identifier: Apache-2.0
#include "cli/printable.hpp"

#include <algorithm>

namespace biotropy::cli {

namespace {

unsigned char byte(std::string_view text, std::size_t position) {
  return static_cast<unsigned char>(text[position]);
}

// Bytes of the first character; 0 if it is not valid UTF-8, which excludes overlong forms.
std::size_t length_of_first(std::string_view text) {
  const unsigned char first = byte(text, 0);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  if (length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(text, k) & 0xc0) != 0x80) return 0;
  }
  const bool overlong = (first == 0xe0 && byte(text, 1) < 0xa0) || (first == 0xf0 && byte(text, 1) < 0x90);
  return overlong ? 0 : length;
}

bool is_control(std::string_view character) {
  if (character.size() == 1) return byte(character, 0) < 0x20 || character[0] == 0x7f;
  if (character.size() == 2) return byte(character, 0) == 0xc2 && byte(character, 1) < 0xa0;
  // U+2028 to U+202E and U+2066 to U+2069: lines, paragraphs, and the direction of text.
  const bool separates = character >= "\xe2\x80\xa8" && character <= "\xe2\x80\xae";
  return separates || (character >= "\xe2\x81\xa6" && character <= "\xe2\x81\xa9");
}

}  // namespace

std::string printable(std::string_view text, char kept) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = length_of_first(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(1, length));
    if (length == 0) {
      result += '?';
    } else if (is_control(character) && character != std::string_view(&kept, 1)) {
      result += ' ';
    } else {
      result += character;
    }
    text.remove_prefix(character.size());
  }
  return result;
}

}  // namespace biotropy::cli
