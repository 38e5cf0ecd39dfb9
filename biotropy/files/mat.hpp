// SPDX-License-Identifier: Apache-2.0
//
// One numeric array of a MATLAB file, version 5 (-v6 and -v7) or 7.3 (HDF5), through matio. Neither matio nor HDF5
// promises to survive a damaged file, so they run in a child process that is ended when it crashes, hangs or asks for
// more memory than a file of this size can fill.
#pragma once

#include <filesystem>

#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// The variable that the options name, or the largest two-dimensional numeric one. The shorter dimension counts the
/// channels (rows where both are equal) unless the options say otherwise. A single channel is called like the variable.
/// @throws Error bad_file for what is no MATLAB file or is damaged; unsupported for complex, sparse and
/// higher-dimensional arrays; invalid_argument for a variable that is not there.
series::Recording read_mat(const std::filesystem::path& path, const OpenOptions& options = {});

}  // namespace biotropy::files
