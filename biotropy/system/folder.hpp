// SPDX-License-Identifier: Apache-2.0
//
// What a folder holds. The iterators of the standard library end the program where an allocation is refused.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace biotropy::system {

/// Says by its name whether an entry is wanted.
using NameFilter = std::function<bool(std::string_view)>;

/// Paths below `folder`, in the order of their names, without "." and ".."; none if `failure` is set.
/// @param wanted leaves out the others before they are paths and sorted, which takes most of the time of a large folder;
/// empty: all.
std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder, std::error_code& failure,
                                              const NameFilter& wanted = {});

/// Files that match a pattern of names with * in it, "/opt/*/lib/libnvrtc.so*", the newest version first.
std::vector<std::string> files_like(const std::string& pattern);

/// True for an ordinary file or a link to one. `failure` is set if that cannot be found out.
inline bool is_ordinary_file(const std::filesystem::path& path, std::error_code& failure) {
  const std::filesystem::file_status status = std::filesystem::status(path, failure);
  // Nothing there is an answer: the entry may have been removed meanwhile, or be a link to nowhere.
  if (status.type() == std::filesystem::file_type::not_found) failure.clear();
  return std::filesystem::is_regular_file(status);
}

}  // namespace biotropy::system
