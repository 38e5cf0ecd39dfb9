// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/shared_library.hpp"

#include <windows.h>

namespace biotropy::system {

// Libraries beside one that is named with its folder are found, too; the current folder is not searched.
SharedLibrary::SharedLibrary(const std::vector<std::filesystem::path>& candidates) {
  for (const std::filesystem::path& candidate : candidates) {
    std::filesystem::path file = candidate;
    const DWORD beside = file.is_absolute() ? LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR : 0;
    handle_ = ::LoadLibraryExW(file.make_preferred().c_str(), nullptr, LOAD_LIBRARY_SEARCH_DEFAULT_DIRS | beside);
    if (handle_ == nullptr) continue;
    path_ = candidate;
    return;
  }
}

void* SharedLibrary::symbol(const char* name) {
  const auto library = static_cast<HMODULE>(handle_);
  void* found = library == nullptr ? nullptr : reinterpret_cast<void*>(::GetProcAddress(library, name));
  if (found == nullptr && missing_.empty()) missing_ = name;
  return found;
}

}  // namespace biotropy::system
