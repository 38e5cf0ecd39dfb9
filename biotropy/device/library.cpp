// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <glob.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>

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

constexpr const char* kPip = "/lib/python3*/site-packages/nvidia/*/lib";

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

// Programs and libraries from whose places an environment can be told that no variable names: the interpreter as it was
// called, which is a link in environments of venv; the program itself; the library with this code, which an interpreter
// has loaded from its packages.
std::vector<std::string> own_places() {
  std::vector<std::string> places;
  std::ifstream command("/proc/self/cmdline");
  std::string called;
  if (std::getline(command, called, '\0') && called.starts_with('/')) places.push_back(called);
  std::error_code unknown;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", unknown);
  if (!unknown) places.push_back(program.string());
  Dl_info about{};
  if (dladdr(reinterpret_cast<const void*>(&own_places), &about) != 0 && about.dli_fname != nullptr) {
    places.emplace_back(about.dli_fname);
  }
  return places;
}

}  // namespace

std::vector<std::string> library_folders(const std::vector<std::string>& places) {
  std::vector<std::string> list;
  const auto add = [&](const char* variable, std::initializer_list<const char*> below) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') return;
    for (const char* folder : below) list.push_back(std::string(value) + folder);
  };
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) add(variable, {"/lib64", "/lib", "/targets/*/lib"});
  for (const char* variable : {"VIRTUAL_ENV", "CONDA_PREFIX"}) add(variable, {"/lib", kPip});
  for (const std::string& place : places) {
    const std::size_t packages = place.rfind("/site-packages/");
    if (packages != std::string::npos) list.push_back(place.substr(0, packages) + "/site-packages/nvidia/*/lib");
    const std::string folder = folder_of(place);
    if (!folder.ends_with("/bin")) continue;
    for (const char* below : {"/lib", kPip}) list.push_back(folder_of(folder) + below);
  }
  add("HOME", {"/.local/lib/python3*/site-packages/nvidia/*/lib"});
  for (const char* folder :
       {"/usr/local/cuda*/lib64", "/usr/local/cuda*/lib", "/usr/local/cuda*/targets/*/lib", "/usr/local/nvidia/lib64",
        "/usr/lib/wsl/lib", "/opt/rocm*/lib", "/usr/local/lib/python3*/site-packages/nvidia/*/lib",
        "/usr/local/lib/python3*/dist-packages/nvidia/*/lib", "/usr/lib/python3*/dist-packages/nvidia/*/lib"}) {
    list.emplace_back(folder);
  }
  return list;
}

std::vector<std::string> library_candidates(const std::vector<std::string>& names, const char* variable) {
  const char* named = variable == nullptr ? nullptr : std::getenv(variable);
  if (named != nullptr && *named != '\0') return {named};
  std::vector<std::string> candidates = names;
  for (const std::string& folder : library_folders(own_places())) {
    for (const std::string& name : names) {
      for (std::string& file : files_like(folder + "/" + name)) candidates.push_back(std::move(file));
    }
  }
  return candidates;
}

Library::Library(const std::vector<std::string>& names, const char* variable) {
  for (const std::string& candidate : library_candidates(names, variable)) {
    if (open(candidate)) return;
  }
}

Library::Library(const std::string& file) {
  open(file);
}

bool Library::open(const std::string& file) {
  handle_ = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ != nullptr) path_ = file;
  return handle_ != nullptr;
}

void* Library::symbol(const char* name) {
  void* found = handle_ == nullptr ? nullptr : dlsym(handle_, name);
  if (found == nullptr && missing_.empty()) missing_ = name;
  return found;
}

}  // namespace biotropy::device
