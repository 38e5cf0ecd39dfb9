// SPDX-License-Identifier: Apache-2.0
//
// MATLAB files of version 7.3: HDF5 with a header of MATLAB in front, written by MATLAB or by packages that write its
// attributes. A structure is a group, its fields are what lies in the group.
#pragma once

#include <string>

#include "biotropy/files/formats/mat_variable_internal.hpp"
#include "biotropy/files/input.hpp"

namespace biotropy::files {

/// The variable `name`, chosen as chosen_variable() says. Links are not followed, and numbers outside the file are not
/// read.
/// @throws Error of chosen_variable(); bad_file for a damaged file; out_of_memory.
void read_mat73(Input& input, const std::string& name, MatSink& sink);

}  // namespace biotropy::files
