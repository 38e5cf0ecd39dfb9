// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/shared_library.hpp"

#include <dlfcn.h>

namespace biotropy::system {

SharedLibrary::SharedLibrary(const std::vector<std::filesystem::path>& candidates) {
  for (const std::filesystem::path& candidate : candidates) {
    handle_ = ::dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ == nullptr) continue;
    path_ = candidate;
    return;
  }
}

void* SharedLibrary::symbol(const char* name) {
  void* found = handle_ == nullptr ? nullptr : ::dlsym(handle_, name);
  if (found == nullptr && missing_.empty()) missing_ = name;
  return found;
}

}  // namespace biotropy::system
