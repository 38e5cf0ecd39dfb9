// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "biotropy/system/shared_library.hpp"

namespace biotropy::test {

/// True where Wine stands for Windows, which does not do all that Windows does.
inline bool in_wine() {
  const char* (*version)() = nullptr;
  return system::SharedLibrary("ntdll.dll").load(version, "wine_get_version");
}

}  // namespace biotropy::test
