// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <glob.h>

#include <algorithm>
#include <cstdlib>

#include "biotropy/device/library_internal.hpp"

namespace biotropy::device {

namespace {

// Files that match the pattern, the newest version first.
std::vector<std::string> files_like(const std::string& pattern) {
  std::vector<std::string> found;
  glob_t matched{};
  if (glob(pattern.c_str(), 0, nullptr, &matched) == 0) {
    found.assign(matched.gl_pathv, matched.gl_pathv + matched.gl_pathc);
  }
  globfree(&matched);
  std::reverse(found.begin(), found.end());
  return found;
}

std::vector<std::string> folders() {
  std::vector<std::string> list;
  const auto add = [&](const char* variable, std::initializer_list<const char*> below) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') return;
    for (const char* folder : below) list.push_back(std::string(value) + folder);
  };
  constexpr const char* kPip = "/lib/python3*/site-packages/nvidia/*/lib";
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) add(variable, {"/lib64", "/lib", "/targets/*/lib"});
  for (const char* variable : {"VIRTUAL_ENV", "CONDA_PREFIX"}) add(variable, {"/lib", kPip});
  add("HOME", {"/.local/lib/python3*/site-packages/nvidia/*/lib"});
  for (const char* folder :
       {"/usr/local/cuda*/lib64", "/usr/local/cuda*/lib", "/usr/local/cuda*/targets/*/lib", "/usr/local/nvidia/lib64",
        "/usr/lib/wsl/lib", "/opt/rocm*/lib", "/usr/local/lib/python3*/site-packages/nvidia/*/lib",
        "/usr/local/lib/python3*/dist-packages/nvidia/*/lib", "/usr/lib/python3*/dist-packages/nvidia/*/lib"}) {
    list.emplace_back(folder);
  }
  return list;
}

}  // namespace

Library::Library(std::vector<std::string> names, const char* variable) {
  const char* named = variable == nullptr ? nullptr : std::getenv(variable);
  if (named != nullptr && *named != '\0') names = {named};
  const auto open = [this](const std::string& path) {
    handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    path_ = path;
    return handle_ != nullptr;
  };
  for (const std::string& name : names) {
    if (open(name)) return;
  }
  for (const std::string& folder : folders()) {
    for (const std::string& name : names) {
      for (const std::string& file : files_like(folder + "/" + name)) {
        if (open(file)) return;
      }
    }
  }
  path_.clear();
}

void* Library::symbol(const char* name) {
  void* found = handle_ == nullptr ? nullptr : dlsym(handle_, name);
  if (found == nullptr && missing_.empty()) missing_ = name;
  return found;
}

}  // namespace biotropy::device
