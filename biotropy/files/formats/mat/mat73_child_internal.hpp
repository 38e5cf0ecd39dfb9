// SPDX-License-Identifier: Apache-2.0
//
// read_mat73() in a confined child process.
#pragma once

#include <string>

#include "biotropy/files/formats/mat/content_internal.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/notice.hpp"

namespace biotropy::files {

/// @throws Error as read_mat73(); bad_file if the child crashed; io if it was ended from outside.
void read_mat73_in_child(Input& input, const std::string& name, MatSink& sink, const MatDataSetReader& data_set,
                         Notices& notices);

}  // namespace biotropy::files
