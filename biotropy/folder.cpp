// SPDX-License-Identifier: Apache-2.0
#include "biotropy/folder.hpp"

#include <dirent.h>

#include <algorithm>
#include <cerrno>
#include <memory>

namespace biotropy {

std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder, std::error_code& failure,
                                              const NameFilter& wanted) {
  failure.clear();
  std::vector<std::filesystem::path> found;
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::opendir(folder.c_str()), &::closedir);
  while (stream != nullptr) {
    errno = 0;  // readdir returns nothing at the end, too
    const dirent* entry = ::readdir(stream.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name != "." && name != ".." && (!wanted || wanted(name))) found.push_back(folder / name);
  }
  if (errno != 0) {
    failure.assign(errno, std::generic_category());
    return {};
  }
  std::sort(found.begin(), found.end());
  return found;
}

bool is_ordinary_file(const std::filesystem::path& path, std::error_code& failure) {
  const std::filesystem::file_status status = std::filesystem::status(path, failure);
  // Nothing there is an answer: the entry may have been removed meanwhile, or be a link to nowhere.
  if (status.type() == std::filesystem::file_type::not_found) failure.clear();
  return std::filesystem::is_regular_file(status);
}

}  // namespace biotropy
