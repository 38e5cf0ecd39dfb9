// SPDX-License-Identifier: Apache-2.0
//
// Numbers of things in messages.
#pragma once

#include <cstddef>
#include <string>

namespace biotropy {

/// "1 gap", "2 gaps".
inline std::string counted(std::size_t n, const std::string& thing) {
  return std::to_string(n) + ' ' + thing + (n == 1 ? "" : "s");
}

}  // namespace biotropy
