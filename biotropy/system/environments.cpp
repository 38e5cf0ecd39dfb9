// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/shared_library.hpp"

#include <cstdlib>
#include <sstream>

#include "biotropy/system/environments_internal.hpp"

namespace biotropy::system {

std::string variable_of_environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::vector<Environment> environments() {
  std::vector<Environment> result;
  for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    if (const std::string prefix = variable_of_environment(name); !prefix.empty()) {
      result.push_back(environment_at(prefix));
    }
  }
  std::istringstream path(variable_of_environment("PATH"));
  for (std::string folder; std::getline(path, folder, kBetweenFolders);) {
    if (const std::filesystem::path prefix = prefix_of_python(folder); !prefix.empty()) {
      result.push_back(environment_at(prefix));
    }
  }
  add_shared_environments(result);
  return result;
}

}  // namespace biotropy::system
