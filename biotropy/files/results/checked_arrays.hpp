// SPDX-License-Identifier: Apache-2.0
//
// Arrays in a private format with a checksum over every byte, for partial results that must be known to be complete.
// Damaged bytes never reach a library, so reading needs no child process, and the same arrays give the same bytes.
#pragma once

#include <filesystem>

#include "biotropy/files/results/arrays.hpp"

namespace biotropy::files {

/// Writes a file that appears complete or not at all, and is on disk on return.
/// @param arrays attributes are numbers (double) and texts; attributes of variables are left out.
/// @throws Error io.
void write_checked_arrays(const std::filesystem::path& path, const Arrays& arrays);

/// @throws Error file_not_found; bad_file if any byte has changed; io.
Arrays read_checked_arrays(const std::filesystem::path& path);

}  // namespace biotropy::files
