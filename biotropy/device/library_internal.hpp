// SPDX-License-Identifier: Apache-2.0
//
// Where the libraries of OpenCL and CUDA are looked for: the search path of the loader, CUDA toolkits, and packages of
// pip and conda, also of an environment that was not activated. Neither OpenCL nor CUDA is needed to build or start
// Biotropy.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "biotropy/system/shared_library.hpp"

namespace biotropy::device {

/// Names to be opened one after the other: as given, for the loader, and then the files of that name in the usual
/// folders; or only the file that the environment variable names.
std::vector<std::filesystem::path> library_candidates(const std::vector<std::string>& names, const char* variable);

/// Patterns of the usual folders. @param places paths of programs and libraries of environments to be searched too.
std::vector<std::string> library_folders(const std::vector<std::string>& places);

using system::SharedLibrary;

}  // namespace biotropy::device
