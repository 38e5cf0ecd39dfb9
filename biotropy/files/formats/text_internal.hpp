// SPDX-License-Identifier: Apache-2.0
//
// Words and numbers as headers and tables write them, whatever the locale of the program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace biotropy::files {

/// Without blanks, control characters and NUL at both ends.
std::string_view trimmed(std::string_view text);

/// The whole text as a number with a decimal point; an optional '+' in front; "nan" and "inf" are numbers.
std::optional<double> to_double(std::string_view text);
std::optional<double> to_finite(std::string_view text);
std::optional<std::int64_t> to_integer(std::string_view text);

bool is_utf8(std::string_view text);

/// UTF-8 as it is, anything else read as Latin-1; control characters become blanks.
std::string to_utf8(std::string_view text);

/// For messages: in quotes, cut to a readable length, bytes that do not print as \xNN.
std::string in_quotes(std::string_view text);

}  // namespace biotropy::files
