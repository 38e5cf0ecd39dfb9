// SPDX-License-Identifier: Apache-2.0
//
// Readers of the two versions of MATLAB files.
//
// Version 5 (-v6 and -v7), after "MAT-File Format" (The MathWorks, 2019). The format is a chain of
// tags, read here byte by byte with every length checked, so no child process is needed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/files/formats/mat/content_internal.hpp"
#include "biotropy/files/formats/mat/mat5_stream_internal.hpp"
#include "biotropy/files/formats/mat/variable_internal.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/notice.hpp"

namespace biotropy::files {

/// Lists every variable, and the fields of structures. A truncated variable is left out, with a warning.
/// @throws Error bad_file for a file without variables.
std::vector<MatVariable> list_mat5(Input& input, bool big_endian, Notices& notices);

/// The part of the file that holds a listed variable.
MatElement mat5_element(Input& input, bool big_endian, const MatVariable& variable);

/// Those of these names beside `data`, in its structure or among the variables of the file.
/// @throws Error bad_file for damaged ones, and for some that would need more memory than a file of this size is read
/// to.
MatContents read_mat5_contents(Input& input, bool big_endian, const std::vector<MatVariable>& variables,
                               const MatVariable& data, std::span<const std::string_view> names);

/// @throws Error bad_file unless the data have the size announced in the header.
void read_mat5(Input& input, bool big_endian, const MatVariable& variable, MatSink& sink);

// Version 7.3: HDF5 behind a MATLAB header, written by MATLAB or by packages that use its attributes. A
// structure is a group that contains its fields.

/// Reads the variable `name`, selected by chosen_variable(), or a data set of EEGLAB where no name is given. Links are
/// not followed, and numbers outside the file are not read.
/// @throws Error of chosen_variable(); bad_file for a damaged file; unsupported; out_of_memory.
void read_mat73(Input& input, const std::string& name, MatSink& sink, const MatDataSetReader& data_set);

// read_mat73() in a confined child process.

/// @throws Error as read_mat73(); bad_file if the child crashed; io if it was ended from outside.
void read_mat73_in_child(Input& input, const std::string& name, MatSink& sink, const MatDataSetReader& data_set,
                         Notices& notices);

}  // namespace biotropy::files
