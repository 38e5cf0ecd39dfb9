// SPDX-License-Identifier: Apache-2.0
//
// A shared library opened at run time, and where such libraries are: the loader's own places, CUDA toolkits, and the
// packages of pip and conda. Nothing of OpenCL or CUDA is needed to build Biotropy or to start it.
#pragma once

#include <string>
#include <vector>

namespace biotropy::device {

class Library {
 public:
  /// The first of the names that opens, as it stands and then in each of the usual folders. Its file stays open as long
  /// as the process.
  /// @param variable of the environment that names one file instead, where it is set.
  explicit Library(std::vector<std::string> names, const char* variable = nullptr);

  bool is_open() const { return handle_ != nullptr; }
  const std::string& path() const { return path_; }

  /// Sets `function` to the function of that name; false, with the name kept for missing(), where there is none.
  template <typename Function>
  bool load(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(symbol(name));
    return function != nullptr;
  }

  /// The first function that was asked for in vain.
  const std::string& missing() const { return missing_; }

 private:
  void* symbol(const char* name);

  void* handle_ = nullptr;
  std::string path_, missing_;
};

}  // namespace biotropy::device
