// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/folder.hpp"

#include <dirent.h>
#include <glob.h>

#include <algorithm>
#include <cerrno>
#include <memory>

namespace biotropy::system {

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

std::vector<std::string> files_like(const std::string& pattern) {
  std::vector<std::string> found;
  glob_t matched{};
  if (::glob(pattern.c_str(), 0, nullptr, &matched) == 0) {
    found.assign(matched.gl_pathv, matched.gl_pathv + matched.gl_pathc);
  }
  ::globfree(&matched);
  std::reverse(found.begin(), found.end());
  return found;
}

}  // namespace biotropy::system
