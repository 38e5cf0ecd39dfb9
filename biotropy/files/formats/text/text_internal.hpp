// SPDX-License-Identifier: Apache-2.0
//
// Words and numbers in headers and tables, independent of the locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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

/// For messages: quoted, cut to a readable length, with unprintable bytes as \xNN.
std::string in_quotes(std::string_view text);

}  // namespace biotropy::files
