// SPDX-License-Identifier: Apache-2.0
//
// MATLAB files of version 5 (-v6 and -v7), after "MAT-File Format" (The MathWorks, 2019). The format is a chain of
// tags, read here byte by byte with every length checked, so that no other process is needed for it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "biotropy/files/formats/mat_variable_internal.hpp"
#include "biotropy/files/input.hpp"

namespace biotropy::files {

/// Every variable, and the fields of structures. A variable that the file ends in is left out, with a warning.
/// @throws Error bad_file for a file without variables.
std::vector<MatVariable> list_mat5(Input& input, bool big_endian, std::vector<std::string>& warnings);

/// @throws Error bad_file unless the bytes are those that the header announces.
void read_mat5(Input& input, bool big_endian, const MatVariable& variable, MatSink& sink);

}  // namespace biotropy::files
