// SPDX-License-Identifier: Apache-2.0
//
// A shared library opened at run time, and its search path: that of the loader, CUDA toolkits, and packages of pip and
// conda, also of an environment that was not activated. Neither OpenCL nor CUDA is needed to build or start Biotropy.
#pragma once

#include <string>
#include <vector>

namespace biotropy::device {

/// Names to be opened one after the other: as given, for the loader, and then the files of that name in the usual
/// folders; or only the file that the environment variable names.
std::vector<std::string> library_candidates(const std::vector<std::string>& names, const char* variable);

/// Patterns of the usual folders. @param places paths of programs and libraries of environments to be searched too.
std::vector<std::string> library_folders(const std::vector<std::string>& places);

class Library {
 public:
  /// Opens the first of the candidates that can be opened. The file stays open as long as the process.
  /// @param variable environment variable that names a file to use instead.
  explicit Library(const std::vector<std::string>& names, const char* variable = nullptr);
  explicit Library(const std::string& file);

  bool is_open() const { return handle_ != nullptr; }
  const std::string& path() const { return path_; }

  /// Sets `function` to the function of that name; if there is none, returns false and stores the name for missing().
  template <typename Function>
  bool load(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(symbol(name));
    return function != nullptr;
  }

  /// First function that was not found.
  const std::string& missing() const { return missing_; }

 private:
  bool open(const std::string& file);
  void* symbol(const char* name);

  void* handle_ = nullptr;
  std::string path_, missing_;
};

}  // namespace biotropy::device
