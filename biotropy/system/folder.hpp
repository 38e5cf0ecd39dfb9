// SPDX-License-Identifier: Apache-2.0
//
// What a folder holds. The iterators of the standard library end the program where an allocation is refused.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace biotropy::system {

/// Paths below `folder`, in the order of their names, without "." and ".."; none if `failure` is set.
std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder, std::error_code& failure);

/// Files that match a pattern of names with * in it, "/opt/*/lib/libnvrtc.so*", the newest version first.
std::vector<std::string> files_like(const std::string& pattern);

/// True for an ordinary file or a link to one. `failure` is set if that cannot be found out.
bool is_ordinary_file(const std::filesystem::path& path, std::error_code& failure);

}  // namespace biotropy::system
