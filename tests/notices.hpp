// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <string>

#include "biotropy/notice.hpp"
#include "tests/matchers.hpp"

namespace biotropy {

inline void PrintTo(const Notice& notice, std::ostream* out) {
  *out << word(notice.level) << ' ' << notice.code << ": " << notice.text;
}

/// Matches a notice by its code.
inline auto coded(const std::string& code) {
  return Field("code", &Notice::code, code);
}

}  // namespace biotropy
