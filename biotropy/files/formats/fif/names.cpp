// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/fif/names_internal.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

constexpr std::string_view kReference = "&#", kColon = "{COLON}";

void append_character(std::uint32_t code, std::string& text) {
  const auto byte = [&](std::uint32_t value) { text += static_cast<char>(value); };
  const auto rest = [&](unsigned shift) { byte(0x80 | ((code >> shift) & 0x3f)); };
  if (code < 0x800) {
    byte(0xc0 | (code >> 6));
  } else if (code < 0x10000) {
    byte(0xe0 | (code >> 12));
    rest(6);
  } else {
    byte(0xf0 | (code >> 18));
    rest(12);
    rest(6);
  }
  rest(0);
}

// The character of "&#8230;"; only those that Latin-1 lacks are written so.
std::optional<std::uint32_t> character_of(std::string_view digits) {
  const auto code = to_integer(digits);
  const bool is_surrogate = code && *code >= 0xd800 && *code <= 0xdfff;
  if (!code || is_surrogate || *code < 0x100 || *code > 0x10ffff) return std::nullopt;
  return static_cast<std::uint32_t>(*code);
}

}  // namespace

std::string fif_text(std::string_view content) {
  const std::string text = to_utf8(content.substr(0, content.find('\0')));
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find(kReference, at);
    const std::size_t end = begin == std::string::npos ? begin : text.find(';', begin);
    if (end == std::string::npos) return result + text.substr(at);
    const auto digits = std::string_view(text).substr(begin + kReference.size(), end - begin - kReference.size());
    const auto character = character_of(digits);
    result += text.substr(at, begin - at);
    if (character) {
      append_character(*character, result);
      at = end + 1;
    } else {
      result += kReference;
      at = begin + kReference.size();
    }
  }
  return result;
}

std::vector<std::string> fif_names(std::string_view content) {
  std::vector<std::string> names;
  if (content.empty()) return names;
  for (std::size_t begin = 0; begin <= content.size();) {
    const std::size_t end = std::min(content.find(':', begin), content.size());
    std::string name = fif_text(content.substr(begin, end - begin));
    for (std::size_t at = name.find(kColon); at != std::string::npos; at = name.find(kColon, at)) {
      name.replace(at++, kColon.size(), ":");
    }
    names.push_back(std::move(name));
    begin = end + 1;
  }
  return names;
}

}  // namespace biotropy::files
