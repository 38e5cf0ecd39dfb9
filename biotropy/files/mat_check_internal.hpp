// SPDX-License-Identifier: Apache-2.0
//
// Is a variable of a MATLAB 5 file whole? Where its numbers are fewer than its dimensions announce, or the compressed
// bytes are damaged, matio returns zeros and says nothing. So the few tags in front of the numbers are read here as
// well, and a compressed variable is unpacked to its end, where zlib compares its checksum.
#pragma once

#include <cstdint>

#include "biotropy/files/input.hpp"

namespace biotropy::files {

/// A variable in the chain of a version 5 file.
struct MatElement {
  std::uint64_t offset = 0;  ///< of its content, behind the tag
  std::uint64_t length = 0;
  bool compressed = false;
};

/// @throws Error bad_file unless the element is an array of rows x columns numbers and holds all of them.
void check_mat_element(Input& input, const MatElement& element, bool big_endian, std::uint64_t rows,
                       std::uint64_t columns);

}  // namespace biotropy::files
