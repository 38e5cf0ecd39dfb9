// SPDX-License-Identifier: Apache-2.0
//
// One NumPy array (.npy, format 1.0 to 3.0): integers, booleans, float32 or float64 of either byte order, in C or
// Fortran order.
#pragma once

#include "biotropy/files/input.hpp"
#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// A 1-D array is one channel. In a 2-D array the shorter side counts the channels unless the options choose one.
/// @throws Error bad_file for a file that is truncated or no .npy; unsupported for other shapes and types, and for
/// sides of similar length.
series::Recording read_npy(Input& input, const OpenOptions& options = {});

}  // namespace biotropy::files
