// SPDX-License-Identifier: Apache-2.0
//
// Arrays in a file of the program's own, with a checksum over every byte: partial results, of which it must be certain
// that they are whole. Nothing is handed to a library that may fall over damaged bytes, so reading needs no child
// process, and the same arrays make the same bytes.
#pragma once

#include <filesystem>

#include "biotropy/files/results/arrays.hpp"

namespace biotropy::files {

/// The file appears whole or not at all, and is on the disk when this returns.
/// @param arrays attributes are numbers (double) and texts; attributes of variables are left out.
/// @throws Error io.
void write_checked_arrays(const std::filesystem::path& path, const Arrays& arrays);

/// @throws Error file_not_found; bad_file where a byte is not as it was written; io.
Arrays read_checked_arrays(const std::filesystem::path& path);

}  // namespace biotropy::files
