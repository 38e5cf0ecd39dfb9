// SPDX-License-Identifier: Apache-2.0
//
// Words and numbers in headers and tables, independent of the locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "biotropy/files/utf8.hpp"

namespace biotropy::files {

/// Removes blanks, control characters and NUL at both ends.
std::string_view trimmed(std::string_view text);

/// Parses the whole text as a number with a decimal point; a leading '+', "nan" and "inf" are allowed.
std::optional<double> to_double(std::string_view text);
std::optional<double> to_finite(std::string_view text);
std::optional<std::int64_t> to_integer(std::string_view text);

/// ASCII letters in lower case.
std::string lower(std::string_view text);

/// Adds a character of Unicode in UTF-8.
void append_character(std::uint32_t code, std::string& text);

enum class Encoding : std::uint8_t { utf8, utf16_low_first, utf16_high_first };

/// By the mark in front of a text (byte order mark), and the length of this mark.
std::pair<Encoding, std::size_t> marked_encoding(std::string_view bytes);

/// Adds bytes as UTF-8, and returns how many: those of UTF-16 up to half of a pair of units, or of a unit.
std::size_t append_utf8(std::string_view bytes, Encoding encoding, std::string& text);

/// For messages: quoted, cut to a readable length, with unprintable bytes as \xNN.
std::string in_quotes(std::string_view text);

}  // namespace biotropy::files
