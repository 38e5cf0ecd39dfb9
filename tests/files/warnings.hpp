// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "biotropy/files/isolated_internal.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files::test {

/// Warnings without the one that a system without confined children gives of MAT 7.3 files.
inline std::vector<std::string> warnings_of(const series::Recording& recording) {
  std::vector<std::string> warnings = recording.warnings;
  std::erase(warnings, kNotIsolated);
  return warnings;
}

}  // namespace biotropy::files::test
