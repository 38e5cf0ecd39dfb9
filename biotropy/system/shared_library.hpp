// SPDX-License-Identifier: Apache-2.0
//
// A shared library that is opened while the program runs. It stays open to the end: its threads and handles outlive
// whoever opened it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace biotropy::system {

class SharedLibrary {
 public:
  /// Opens the first that can be opened. A name without a folder is looked for where the loader of the system looks.
  explicit SharedLibrary(const std::vector<std::filesystem::path>& candidates);
  explicit SharedLibrary(const std::filesystem::path& file) : SharedLibrary(std::vector<std::filesystem::path>{file}) {}

  bool is_open() const { return handle_ != nullptr; }
  std::string path() const { return path_.string(); }

  /// Sets `function` to the function of that name; if there is none, returns false and stores the name for missing().
  template <typename Function>
  bool load(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(symbol(name));
    return function != nullptr;
  }

  /// First function that was not found.
  const std::string& missing() const { return missing_; }

 private:
  void* symbol(const char* name);

  void* handle_ = nullptr;
  std::filesystem::path path_;
  std::string missing_;
};

// Where shared libraries lie, and those that come with packages of Python and conda.

/// Names that the file of a library may have, such as liblo.so.7 and liblo.so for "lo" and "7", the likeliest first.
std::vector<std::string> library_names(const std::string& name, const std::string& version);

struct Environment {
  std::vector<std::filesystem::path> libraries;  ///< folders of shared libraries
  std::vector<std::filesystem::path> packages;   ///< folders of packages of Python
};

/// Environments in use (VIRTUAL_ENV, CONDA_PREFIX, the Python on the path), those of the user and of the system. Some
/// of the folders may not exist.
std::vector<Environment> environments();

}  // namespace biotropy::system
