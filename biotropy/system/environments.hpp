// SPDX-License-Identifier: Apache-2.0
//
// Where shared libraries lie, and those that come with packages of Python and conda.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace biotropy::system {

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
