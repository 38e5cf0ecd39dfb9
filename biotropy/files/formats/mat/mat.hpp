// SPDX-License-Identifier: Apache-2.0
//
// One numeric array of a MATLAB file, version 5 (-v6 and -v7) or 7.3 (HDF5). The HDF5 library may crash on a damaged
// file, so it runs in a confined child process, which is ended if it crashes, hangs or requests more memory than a file
// of this size can fill.
#pragma once

#include <filesystem>

#include "biotropy/files/input.hpp"
#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// Reads the variable, or field of a structure ("EEG.data"), named by the options, or the only array of numbers. The
/// shorter dimension counts the channels (rows if both are equal) unless the options say otherwise. A single channel
/// has the name of the variable. Arrays stored in other files are not read.
/// @throws Error bad_file for a file that is damaged or no MATLAB file; unsupported for complex, sparse and
/// higher-dimensional arrays; invalid_argument for a missing variable, or for several arrays if none is named; the
/// message lists them.
series::Recording read_mat(Input& input, const OpenOptions& options = {});

}  // namespace biotropy::files
