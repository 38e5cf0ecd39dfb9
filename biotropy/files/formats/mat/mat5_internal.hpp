// SPDX-License-Identifier: Apache-2.0
//
// MATLAB files of version 5 (-v6 and -v7), after "MAT-File Format" (The MathWorks, 2019). The format is a chain of
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

}  // namespace biotropy::files
