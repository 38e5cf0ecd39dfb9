// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <string>

namespace biotropy::cli::test {

/// The program under test: that of the build, or another that the variable BIOTROPY_PROGRAM names, such as a script
/// that runs one for Windows in Wine.
inline std::string program_file() {
  const char* other = std::getenv("BIOTROPY_PROGRAM");
  return other == nullptr ? BIOTROPY_PROGRAM : other;
}

}  // namespace biotropy::cli::test
