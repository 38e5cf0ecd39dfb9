// SPDX-License-Identifier: Apache-2.0
//
// Files under temporary names, safe in folders in which others may write (/tmp): nobody can guess the name, and what
// was laid in its place, a link for instance, is neither followed nor overwritten.
#pragma once

#include <filesystem>

namespace biotropy {

/// ".NAME.0123456789abcdef.part" beside the target, with 64 random bits; NAME is cut where the whole would be too long.
std::filesystem::path temporary_name(const std::filesystem::path& target);

/// Makes a file that is not there yet and opens it for writing. The descriptor, or -1 with errno.
int create_new(const std::filesystem::path& path);

}  // namespace biotropy
