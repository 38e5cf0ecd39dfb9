// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "biotropy/files/isolated_internal.hpp"
#include "biotropy/series/recording.hpp"
#include "tests/emulated.hpp"

namespace biotropy::files::test {

/// Warnings without those that a system without confined children gives of MAT 7.3 files: Windows, and QEMU, which
/// refuses filters of system calls.
inline std::vector<std::string> warnings_of(const series::Recording& recording) {
  std::vector<std::string> warnings = recording.warnings;
  std::erase(warnings, kNotIsolated);
  if (biotropy::test::kIsEmulated) std::erase(warnings, kNotConfined);
  return warnings;
}

}  // namespace biotropy::files::test
