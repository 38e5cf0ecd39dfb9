// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "biotropy/files/isolated_internal.hpp"
#include "biotropy/series/recording.hpp"
#include "tests/emulated.hpp"

namespace biotropy::files::test {

/// Notices without those that a system without confined children gives of MAT 7.3 files: Windows, and QEMU, which
/// refuses filters of system calls.
inline Notices notices_of(const series::Recording& recording) {
  Notices notices = recording.notices;
  std::erase(notices, not_isolated());
  if (biotropy::test::kIsEmulated) std::erase(notices, not_confined());
  return notices;
}

}  // namespace biotropy::files::test
