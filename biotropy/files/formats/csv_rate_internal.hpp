// SPDX-License-Identifier: Apache-2.0
//
// The sampling rate that a comment of a table gives, as in "% Sample Rate = 250.0 Hz".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace biotropy::files {

/// A rate in a comment that is a number, but not one that can be read without a guess.
struct UnreadRate {
  std::string text;  ///< the number and what follows it
};

/// In hertz, also from kilohertz; a unit may stand in front of the number in brackets. With `comma_is_decimal` a number
/// with a point is not read, as it may part thousands. Nothing if the comment names no rate, or no number with it.
std::variant<std::monostate, double, UnreadRate> rate_in_comment(std::string_view comment, bool comma_is_decimal);

}  // namespace biotropy::files
