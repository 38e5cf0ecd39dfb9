// SPDX-License-Identifier: Apache-2.0
//
// Files under temporary names, safe in folders that others may write to (/tmp): the name cannot be guessed, and an
// existing file or link is neither followed nor overwritten.
#pragma once

#include <filesystem>

namespace biotropy {

/// ".NAME.0123456789abcdef.part" beside the target, with 64 random bits; NAME is cut if the whole would be too long.
std::filesystem::path temporary_name(const std::filesystem::path& target);

/// Creates a new file and opens it for writing. Returns the descriptor, or -1 with errno.
int create_new(const std::filesystem::path& path);

}  // namespace biotropy
