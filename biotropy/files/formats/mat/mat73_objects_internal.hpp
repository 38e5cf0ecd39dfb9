// SPDX-License-Identifier: Apache-2.0
//
// Objects of a MATLAB 7.3 file, which are those of HDF5 with attributes that tell MATLAB's class.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/files/formats/mat/variable_internal.hpp"

namespace biotropy::files {

struct Mat73Link {
  std::string name;
  bool is_hard = false;  ///< others lead to other places and files, and are not followed
};

/// The first kMostMatVariables in a group; nothing if they cannot be read.
std::optional<std::vector<Mat73Link>> mat73_links(hid_t group);

/// Text of an attribute, with any of the paddings of HDF5.
std::optional<std::string> mat73_text_attribute(hid_t object, const char* name);

bool mat73_has_attribute(hid_t object, const char* name);

/// MATLAB's class, or without attribute that of the stored numbers.
std::string mat73_class(hid_t data);

/// Reason not to read an array, judged by storage alone: for a virtual data set the library would open other files.
std::string mat73_storage_obstacle(hid_t data);

/// In MATLAB's order, the reverse of HDF5's. An empty array stores its dimensions in place of the numbers: 0 x 0.
std::vector<std::uint64_t> mat73_dimensions(hid_t data);

/// All of a variable but its name and path.
void describe_mat73_data(hid_t data, MatVariable& variable);

}  // namespace biotropy::files
