// SPDX-License-Identifier: Apache-2.0
//
// Paths from text. The C++ library of MinGW-w64 widens text by the C library of Windows, which in the locale "C" takes
// each byte for a character; all text here is UTF-8. The linker puts this function in place of mbrtowc
// (CMakeLists.txt). Other compilers use the code page of the manifest (cli/windows/).
#if defined(__MINGW32__)
#include <cstddef>
#include <cwchar>

namespace {

constexpr unsigned kFirstOfPairs = 0x10000;

// Bytes of the character that starts with this one; 0 for a byte that starts none.
std::size_t length_of_character(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

bool is_allowed(unsigned character, std::size_t bytes) {
  constexpr unsigned first_of_length[] = {0, 0, 0x80, 0x800, kFirstOfPairs};
  const bool is_half_of_pair = character >= 0xd800 && character < 0xe000;
  return character >= first_of_length[bytes] && character < 0x110000 && !is_half_of_pair;
}

// A byte that is not UTF-8, such as a name in Latin-1 in a header: no file has this name, and the message shows the
// sign.
std::size_t replaced(wchar_t* to) {
  if (to != nullptr) *to = 0xfffd;
  return 1;
}

}  // namespace

// A character beyond 16 bits becomes a pair: its first three bytes give the first half, the state keeps the second for
// the fourth byte.
extern "C" std::size_t __wrap_mbrtowc(wchar_t* to, const char* text, std::size_t length, std::mbstate_t* state) {
  if (text == nullptr || length == 0) return text == nullptr ? 0 : static_cast<std::size_t>(-2);
  if (state != nullptr && *state != 0) {
    if (to != nullptr) *to = static_cast<wchar_t>(*state);
    *state = 0;
    return 1;
  }
  const std::size_t bytes = length_of_character(static_cast<unsigned char>(*text));
  if (bytes == 0 || bytes > length) return replaced(to);
  constexpr unsigned all_of_first[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
  unsigned character = static_cast<unsigned char>(*text) & all_of_first[bytes];
  for (std::size_t i = 1; i < bytes; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xc0) != 0x80) return replaced(to);
    character = character << 6 | (next & 0x3f);
  }
  if (!is_allowed(character, bytes)) return replaced(to);
  if (character < kFirstOfPairs) {
    if (to != nullptr) *to = static_cast<wchar_t>(character);
    return character == 0 ? 0 : bytes;
  }
  if (state == nullptr) return replaced(to);
  character -= kFirstOfPairs;
  if (to != nullptr) *to = static_cast<wchar_t>(0xd800 + (character >> 10));
  *state = static_cast<std::mbstate_t>(0xdc00 + (character & 0x3ff));
  return bytes - 1;
}
#endif
