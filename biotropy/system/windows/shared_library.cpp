// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/shared_library.hpp"

#include <windows.h>

#include <system_error>

#include "biotropy/system/environments_internal.hpp"
#include "biotropy/system/folder.hpp"

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

const char kBetweenFolders = ';';

// MinGW-w64 puts the version into the name, others do not.
std::vector<std::string> library_names(const std::string& name, const std::string& version) {
  return {name + ".dll", "lib" + name + ".dll", "lib" + name + "-" + version + ".dll"};
}

// Of Python from python.org, of a virtual environment, or of conda, which has libraries in Library.
Environment environment_at(const std::filesystem::path& prefix) {
  return {{prefix / "Library" / "bin"}, {prefix / "Lib" / "site-packages"}};
}

std::filesystem::path prefix_of_python(const std::filesystem::path& programs) {
  std::error_code unreadable;
  if (!std::filesystem::exists(programs / "python.exe", unreadable)) return "";
  return programs.filename() == "Scripts" ? programs.parent_path() : programs;
}

// What `pip install --user` has installed for each version of Python.
void add_shared_environments(std::vector<Environment>& environments) {
  const std::string settings = variable_of_environment("APPDATA");
  if (settings.empty()) return;
  Environment user;
  std::error_code unreadable;
  for (const std::filesystem::path& python : entries_of(std::filesystem::path(settings) / "Python", unreadable)) {
    user.packages.insert(user.packages.begin(), python / "site-packages");
  }
  environments.push_back(user);
}

}  // namespace biotropy::system
