// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>

#include <ostream>
#include <string>

#include "biotropy/notice.hpp"

namespace biotropy {

inline void PrintTo(const Notice& notice, std::ostream* out) {
  *out << word(notice.level) << ' ' << notice.code << ": " << notice.text;
}

}  // namespace biotropy

namespace biotropy::test {

/// Matches a notice by its code.
inline auto coded(const std::string& code) {
  return ::testing::Field("code", &Notice::code, code);
}

}  // namespace biotropy::test
