// SPDX-License-Identifier: Apache-2.0
//
// Names of temporary files, safe in folders that others may write to (/tmp): a name cannot be guessed, and create_new()
// neither follows nor overwrites what is there.
#pragma once

#include <filesystem>

namespace biotropy::system {

/// ".NAME.0123456789abcdef.part" beside the target, with 64 random bits; NAME is cut if the whole would be too long.
std::filesystem::path temporary_name(const std::filesystem::path& target);

/// True for a name that temporary_name() may have given.
bool is_temporary_name_of(const std::filesystem::path& path, const std::filesystem::path& target);

}  // namespace biotropy::system
