// SPDX-License-Identifier: Apache-2.0
//
// One numeric array of a MATLAB file, version 5 (-v6 and -v7) or 7.3 (HDF5). The HDF5 library does not promise to
// survive a damaged file, so it runs in a confined child process, which is ended when it crashes, hangs or asks for
// more memory than a file of this size can fill.
#pragma once

#include <filesystem>

#include "biotropy/files/input.hpp"
#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// The variable, or field of a structure ("EEG.data"), that the options name, or the only array of numbers. The shorter
/// dimension counts the channels (rows where both are equal) unless the options say otherwise. A single channel is
/// called like the variable. Arrays that other files hold are not read.
/// @throws Error bad_file for what is no MATLAB file or is damaged; unsupported for complex, sparse and
/// higher-dimensional arrays; invalid_argument for a variable that is not there, or where there are several arrays and
/// none is named; the message lists them.
series::Recording read_mat(Input& input, const OpenOptions& options = {});

}  // namespace biotropy::files
