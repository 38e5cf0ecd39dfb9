// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

constexpr std::size_t kLongestQuote = 40;

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

bool is_edge(char c) {
  return c == ' ' || is_control(c);
}

template <class Number>
std::optional<Number> whole_number(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  Number value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Bytes of the character that begins at `position`; 0 if it is not well-formed (overlong forms and surrogates
// included).
std::size_t utf8_length(std::string_view text, std::size_t position) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[position + k]); };
  const std::size_t left = text.size() - position;
  const auto continues = [&](std::size_t count) {
    for (std::size_t k = 1; k <= count; ++k) {
      if (k >= left || (byte(k) & 0xc0) != 0x80) return false;
    }
    return true;
  };
  if (byte(0) < 0x80) return 1;
  if (byte(0) >= 0xc2 && byte(0) <= 0xdf) return continues(1) ? 2 : 0;
  if (byte(0) >= 0xe0 && byte(0) <= 0xef) {
    if (!continues(2)) return 0;
    const bool overlong = byte(0) == 0xe0 && byte(1) < 0xa0;
    const bool surrogate = byte(0) == 0xed && byte(1) >= 0xa0;
    return overlong || surrogate ? 0 : 3;
  }
  if (byte(0) >= 0xf0 && byte(0) <= 0xf4) {
    if (!continues(3)) return 0;
    const bool overlong = byte(0) == 0xf0 && byte(1) < 0x90;
    const bool beyond = byte(0) == 0xf4 && byte(1) >= 0x90;
    return overlong || beyond ? 0 : 4;
  }
  return 0;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_edge(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_edge(text.back())) text.remove_suffix(1);
  return text;
}

std::optional<double> to_double(std::string_view text) {
  return whole_number<double>(text);
}

std::optional<double> to_finite(std::string_view text) {
  const auto value = to_double(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<std::int64_t> to_integer(std::string_view text) {
  return whole_number<std::int64_t>(text);
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

bool is_utf8(std::string_view text) {
  for (std::size_t position = 0; position < text.size();) {
    const std::size_t length = utf8_length(text, position);
    if (length == 0) return false;
    position += length;
  }
  return true;
}

std::string to_utf8(std::string_view text) {
  const bool as_it_is = is_utf8(text);
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (is_control(c)) {
      result += ' ';
    } else if (as_it_is) {
      result += c;
    } else {
      append_character(code, result);
    }
  }
  return result;
}

void append_character(std::uint32_t code, std::string& text) {
  const auto byte = [&](std::uint32_t value) { text += static_cast<char>(value); };
  const auto rest = [&](unsigned shift) { byte(0x80 | ((code >> shift) & 0x3f)); };
  if (code < 0x80) return byte(code);
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

std::pair<Encoding, std::size_t> marked_encoding(std::string_view bytes) {
  if (bytes.starts_with("\xef\xbb\xbf")) return {Encoding::utf8, 3};
  if (bytes.starts_with("\xff\xfe")) return {Encoding::utf16_low_first, 2};
  if (bytes.starts_with("\xfe\xff")) return {Encoding::utf16_high_first, 2};
  return {Encoding::utf8, 0};
}

std::size_t append_utf8(std::string_view bytes, Encoding encoding, std::string& text) {
  if (encoding == Encoding::utf8) {
    text += bytes;
    return bytes.size();
  }
  const std::size_t high = encoding == Encoding::utf16_high_first ? 0 : 1;
  const auto unit = [&](std::size_t at) {
    return static_cast<unsigned char>(bytes[at + high]) << 8 | static_cast<unsigned char>(bytes[at + 1 - high]);
  };
  const auto is_half = [](int one, int first) { return (one & 0xfc00) == first; };
  constexpr int first_half = 0xd800, second_half = 0xdc00, beyond = 0x10000;
  std::size_t at = 0;
  while (at + 1 < bytes.size()) {
    int code = unit(at);
    const bool is_pair = is_half(code, first_half) && at + 3 < bytes.size() && is_half(unit(at + 2), second_half);
    if (is_pair) {
      code = beyond + ((code - first_half) << 10) + unit(at + 2) - second_half;
    } else if (is_half(code, first_half) || is_half(code, second_half)) {
      break;
    }
    append_character(static_cast<std::uint32_t>(code), text);
    at += is_pair ? 4 : 2;
  }
  return at;
}

std::string in_quotes(std::string_view text) {
  const bool cut = text.size() > kLongestQuote;
  const std::string_view shown = text.substr(0, kLongestQuote);
  std::string result = "'";
  for (std::size_t position = 0; position < shown.size();) {
    const std::size_t length = utf8_length(shown, position);
    if (length == 0 || is_control(shown[position])) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(shown[position]));
      ++position;
    } else {
      result += shown.substr(position, length);
      position += length;
    }
  }
  return result + (cut ? "...'" : "'");
}

}  // namespace biotropy::files
