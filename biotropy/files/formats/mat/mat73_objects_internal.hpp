// SPDX-License-Identifier: Apache-2.0
//
// Objects of a MATLAB 7.3 file, which are those of HDF5 with attributes that tell MATLAB's class.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/files/formats/mat/content_internal.hpp"
#include "biotropy/files/formats/mat/variable_internal.hpp"
#include "biotropy/files/input.hpp"

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

// Handles of the HDF5 library that close themselves.

class Hdf5Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Hdf5Handle(hid_t id, Close close) : id_(id), close_(close) {}
  ~Hdf5Handle() {
    if (id_ >= 0) close_(id_);
  }
  Hdf5Handle(const Hdf5Handle&) = delete;
  Hdf5Handle& operator=(const Hdf5Handle&) = delete;

  hid_t id() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }

 private:
  hid_t id_;
  Close close_;
};

// Values of a MATLAB 7.3 file. A structure is a group of its fields; each field of an array of structures is an array
// of references to the values. No reference is followed from a value that was referred to, so that a file of circles
// takes no longer than others of its size: cells, and structures inside structures, have no contents.

/// Those of these names in a group (whose own name is empty for the file), with those of `fields` inside structures.
/// @throws Error bad_file for damaged ones, and for some that would need more memory than a file of this size is read
/// to; unsupported for links, and for numbers outside the file.
MatContents read_mat73_contents(const Input& input, hid_t group, const std::string& group_name,
                                std::span<const std::string_view> names, std::span<const std::string_view> fields);

}  // namespace biotropy::files
