// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/folder.hpp"

#include <windows.h>

#include <algorithm>
#include <memory>
#include <string>

namespace biotropy::system {

namespace {

// Names in a folder that match a pattern with * and ?.
std::vector<std::filesystem::path> matching(const std::filesystem::path& pattern, std::error_code& failure) {
  std::vector<std::filesystem::path> found;
  WIN32_FIND_DATAW entry = {};
  const HANDLE search = ::FindFirstFileW(pattern.c_str(), &entry);
  if (search == INVALID_HANDLE_VALUE) {
    const DWORD reason = ::GetLastError();
    if (reason != ERROR_FILE_NOT_FOUND) failure.assign(static_cast<int>(reason), std::system_category());
    return found;
  }
  const std::unique_ptr<void, decltype(&::FindClose)> owner(search, &::FindClose);
  do {
    const std::wstring name = entry.cFileName;
    if (name != L"." && name != L"..") found.push_back(pattern.parent_path() / name);
  } while (::FindNextFileW(search, &entry) != 0);
  const DWORD reason = ::GetLastError();
  if (reason != ERROR_NO_MORE_FILES) failure.assign(static_cast<int>(reason), std::system_category());
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder, std::error_code& failure,
                                              const NameFilter& wanted) {
  failure.clear();
  const DWORD attributes = ::GetFileAttributesW(folder.c_str());
  if (attributes == INVALID_FILE_ATTRIBUTES) {
    failure.assign(static_cast<int>(::GetLastError()), std::system_category());
    return {};
  }
  if ((attributes & FILE_ATTRIBUTE_DIRECTORY) == 0) {
    failure = std::make_error_code(std::errc::not_a_directory);
    return {};
  }
  std::vector<std::filesystem::path> found = matching(folder / "*", failure);
  if (wanted) std::erase_if(found, [&](const auto& entry) { return !wanted(entry.filename().string()); });
  return failure ? std::vector<std::filesystem::path>() : found;
}

std::vector<std::string> files_like(const std::string& pattern) {
  std::vector<std::filesystem::path> found = {""};
  for (const std::filesystem::path& part : std::filesystem::path(pattern)) {
    std::vector<std::filesystem::path> next;
    for (const std::filesystem::path& place : found) {
      std::error_code ignored;
      if (part.native().find(L'*') == std::wstring::npos) {
        if (part.has_root_path() || std::filesystem::exists(place / part, ignored)) next.push_back(place / part);
        continue;
      }
      for (std::filesystem::path& entry : matching(place / part, ignored)) next.push_back(std::move(entry));
    }
    found = std::move(next);
  }
  std::vector<std::string> names;
  for (auto one = found.rbegin(); one != found.rend(); ++one) names.push_back(one->string());
  return names;
}

}  // namespace biotropy::system
