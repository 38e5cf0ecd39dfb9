// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/shared_library.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <system_error>

#include "biotropy/system/environments_internal.hpp"
#include "biotropy/system/folder.hpp"

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

const char kBetweenFolders = ':';

std::vector<std::string> library_names(const std::string& name, const std::string& version) {
#ifdef __APPLE__
  return {"lib" + name + "." + version + ".dylib", "lib" + name + ".dylib"};
#else
  return {"lib" + name + ".so." + version, "lib" + name + ".so"};
#endif
}

// Packages are in folders such as lib/python3.11/site-packages; those of the newest Python come first.
Environment environment_at(const std::filesystem::path& prefix) {
  Environment result{{prefix / "lib"}, {}};
  std::error_code unreadable;
  std::vector<std::filesystem::path> pythons =
      entries_of(prefix / "lib", unreadable, [](std::string_view name) { return name.starts_with("python3"); });
  std::sort(pythons.begin(), pythons.end(), [](const std::filesystem::path& a, const std::filesystem::path& b) {
    const std::string &one = a.native(), &other = b.native();
    return one.size() != other.size() ? one.size() > other.size() : one > other;  // 3.11 before 3.9
  });
  for (const std::filesystem::path& python : pythons) {
    for (const char* packages : {"site-packages", "dist-packages"}) result.packages.push_back(python / packages);
  }
  return result;
}

std::filesystem::path prefix_of_python(const std::filesystem::path& programs) {
  std::error_code unreadable;
  return std::filesystem::exists(programs / "python3", unreadable) ? programs.parent_path() : "";
}

void add_shared_environments(std::vector<Environment>& environments) {
  if (const std::string home = variable_of_environment("HOME"); !home.empty()) {
    environments.push_back(environment_at(std::filesystem::path(home) / ".local"));
  }
  for (const char* prefix : {"/usr/local", "/usr"}) environments.push_back(environment_at(prefix));
}

}  // namespace biotropy::system
