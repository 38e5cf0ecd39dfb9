// SPDX-License-Identifier: Apache-2.0
//
// MATLAB files of version 7.3: HDF5 behind a MATLAB header, written by MATLAB or by packages that use its attributes. A
// structure is a group that contains its fields.
#pragma once

#include <string>

#include "biotropy/files/formats/mat/content_internal.hpp"
#include "biotropy/files/input.hpp"

namespace biotropy::files {

/// Reads the variable `name`, selected by chosen_variable(), or a data set of EEGLAB where no name is given. Links are
/// not followed, and numbers outside the file are not read.
/// @throws Error of chosen_variable(); bad_file for a damaged file; unsupported; out_of_memory.
void read_mat73(Input& input, const std::string& name, MatSink& sink, const MatDataSetReader& data_set);

}  // namespace biotropy::files
