// SPDX-License-Identifier: Apache-2.0
#include "biotropy/device/library_internal.hpp"

#include <cstdlib>
#include <initializer_list>
#include <utility>

#include "biotropy/system/folder.hpp"
#include "biotropy/system/program.hpp"

namespace biotropy::device {

namespace {

constexpr const char* kPip = "/lib/python3*/site-packages/nvidia/*/lib";

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

}  // namespace

std::vector<std::string> library_folders(const std::vector<std::string>& places) {
  std::vector<std::string> list;
  const auto add = [&](const char* variable, std::initializer_list<const char*> below) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') return;
    for (const char* folder : below) list.push_back(std::string(value) + folder);
  };
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) add(variable, {"/lib64", "/lib", "/targets/*/lib"});
  for (const char* variable : {"VIRTUAL_ENV", "CONDA_PREFIX"}) add(variable, {"/lib", kPip});
  for (const std::string& place : places) {
    const std::size_t packages = place.rfind("/site-packages/");
    if (packages != std::string::npos) list.push_back(place.substr(0, packages) + "/site-packages/nvidia/*/lib");
    const std::string folder = folder_of(place);
    if (!folder.ends_with("/bin")) continue;
    for (const char* below : {"/lib", kPip}) list.push_back(folder_of(folder) + below);
  }
  add("HOME", {"/.local/lib/python3*/site-packages/nvidia/*/lib"});
  for (const char* folder :
       {"/usr/local/cuda*/lib64", "/usr/local/cuda*/lib", "/usr/local/cuda*/targets/*/lib", "/usr/local/nvidia/lib64",
        "/usr/lib/wsl/lib", "/opt/rocm*/lib", "/usr/local/lib/python3*/site-packages/nvidia/*/lib",
        "/usr/local/lib/python3*/dist-packages/nvidia/*/lib", "/usr/lib/python3*/dist-packages/nvidia/*/lib"}) {
    list.emplace_back(folder);
  }
  return list;
}

std::vector<std::filesystem::path> library_candidates(const std::vector<std::string>& names, const char* variable) {
  const char* named = variable == nullptr ? nullptr : std::getenv(variable);
  if (named != nullptr && *named != '\0') return {named};
  std::vector<std::filesystem::path> candidates(names.begin(), names.end());
  for (const std::string& folder : library_folders(system::own_places())) {
    for (const std::string& name : names) {
      for (std::string& file : system::files_like(folder + "/" + name)) candidates.emplace_back(std::move(file));
    }
  }
  return candidates;
}

}  // namespace biotropy::device
