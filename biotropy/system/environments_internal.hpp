// SPDX-License-Identifier: Apache-2.0
//
// What differs from system to system of where environments lie.
#pragma once

#include "biotropy/system/shared_library.hpp"

namespace biotropy::system {

/// Between folders in the variable PATH.
extern const char kBetweenFolders;

Environment environment_at(const std::filesystem::path& prefix);

/// Prefix of the environment whose programs are in this folder; empty if it has no Python.
std::filesystem::path prefix_of_python(const std::filesystem::path& programs);

/// Those of the user and of the system.
void add_shared_environments(std::vector<Environment>& environments);

/// Empty where it is not set.
std::string variable_of_environment(const char* name);

}  // namespace biotropy::system
