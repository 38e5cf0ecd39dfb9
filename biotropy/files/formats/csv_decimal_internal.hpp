// SPDX-License-Identifier: Apache-2.0
//
// Numbers with a decimal comma: read as such only where the option decimal says so, as a comma may also part columns.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "biotropy/files/input.hpp"

namespace biotropy::files {

/// "1,5": a number if its comma is read as a decimal point.
bool has_decimal_comma(std::string_view field);

/// The line with a decimal point in every field where it has a decimal comma.
/// @throws Error bad_file for a number with a decimal point, which may part thousands.
std::string with_points(const Input& input, std::string_view line, std::uint64_t number, char separator);

}  // namespace biotropy::files
