// SPDX-License-Identifier: Apache-2.0
//
// Values of a MATLAB 7.3 file. A structure is a group of its fields; each field of an array of structures is an array
// of references to the values. No reference is followed from a value that was referred to, so that a file of circles
// takes no longer than others of its size: cells, and structures inside structures, have no contents.
#pragma once

#include <hdf5.h>

#include <span>
#include <string>
#include <string_view>

#include "biotropy/files/formats/mat/content_internal.hpp"
#include "biotropy/files/input.hpp"

namespace biotropy::files {

/// Those of these names in a group (whose own name is empty for the file), with those of `fields` inside structures.
/// @throws Error bad_file for damaged ones, and for some that would need more memory than a file of this size is read
/// to; unsupported for links, and for numbers outside the file.
MatContents read_mat73_contents(const Input& input, hid_t group, const std::string& group_name,
                                std::span<const std::string_view> names, std::span<const std::string_view> fields);

}  // namespace biotropy::files
