// SPDX-License-Identifier: Apache-2.0
//
// Opens a file of any format: its content decides how it is read, and its name only if the content is ambiguous.
#pragma once

#include <filesystem>

#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// Reads EDF, EDF+, BDF, BDF+, WFDB, NPY, MAT (version 5 and 7.3) and text.
/// @throws Error file_not_found, bad_file, unsupported, io or out_of_memory with the path and the fault;
/// invalid_argument for options that are not allowed.
series::Recording open(const std::filesystem::path& path, const OpenOptions& options = {});

}  // namespace biotropy::files
