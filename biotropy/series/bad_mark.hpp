// SPDX-License-Identifier: Apache-2.0
//
// Marks of bad time among the annotations of a recording.
#pragma once

#include <algorithm>
#include <cctype>
#include <string_view>

namespace biotropy::series {

/// True for text that begins with "bad" in any case, as in MNE (BAD_muscle, bad blink, BAD boundary).
inline bool marks_bad(std::string_view text) {
  constexpr std::string_view beginning = "BAD";
  return text.size() >= beginning.size() &&
         std::equal(beginning.begin(), beginning.end(), text.begin(),
                    [](char a, char b) { return a == std::toupper(static_cast<unsigned char>(b)); });
}

}  // namespace biotropy::series
