// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifdef _WIN32
#include <windows.h>
#endif

namespace biotropy::test {

/// True where Wine stands for Windows, which does not do all that Windows does.
inline bool in_wine() {
#ifdef _WIN32
  return ::GetProcAddress(::GetModuleHandleW(L"ntdll.dll"), "wine_get_version") != nullptr;
#else
  return false;
#endif
}

}  // namespace biotropy::test
