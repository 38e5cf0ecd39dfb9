// SPDX-License-Identifier: Apache-2.0
//
// A shared library opened at run time, and its search path: that of the loader, CUDA toolkits, and packages of pip and
// conda. Neither OpenCL nor CUDA is needed to build or start Biotropy.
#pragma once

#include <string>
#include <vector>

namespace biotropy::device {

class Library {
 public:
  /// Opens the first of the names that exists, as given and then in each of the usual folders. The file stays open as
  /// long as the process.
  /// @param variable environment variable that names a file to use instead.
  explicit Library(std::vector<std::string> names, const char* variable = nullptr);

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
  void* symbol(const char* name);

  void* handle_ = nullptr;
  std::string path_, missing_;
};

}  // namespace biotropy::device
