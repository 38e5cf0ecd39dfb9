// SPDX-License-Identifier: Apache-2.0
//
// Bytes of WFDB annotation files in MIT format, word by word, so that a test can write any of them.
#pragma once

#include <cstdint>
#include <string>

namespace biotropy::files::test {

/// 6 bits of a code and 10 of an interval or value.
inline std::string word(int code, int value) {
  const int whole = code * 1024 + value;
  return {static_cast<char>(whole & 0xff), static_cast<char>(whole >> 8)};
}

inline std::string end_of_annotations() {
  return word(0, 0);
}

/// A SKIP by 32 bits, higher word first.
inline std::string skip(std::int32_t samples) {
  const auto bits = static_cast<std::uint32_t>(samples);
  std::string bytes = word(59, 0);
  for (const unsigned shift : {16U, 24U, 0U, 8U}) bytes += static_cast<char>((bits >> shift) & 0xff);
  return bytes;
}

inline std::string number(int value) {
  return word(60, value & 0xff);
}
inline std::string subtype(int value) {
  return word(61, value & 0xff);
}
inline std::string channel(int value) {
  return word(62, value);
}

/// Text with a byte 0 behind it where its length is odd.
inline std::string aux(const std::string& text) {
  return word(63, static_cast<int>(text.size())) + text + std::string(text.size() % 2, '\0');
}

/// A note at sample 0.
inline std::string note(const std::string& text) {
  return word(22, 0) + aux(text);
}

}  // namespace biotropy::files::test
