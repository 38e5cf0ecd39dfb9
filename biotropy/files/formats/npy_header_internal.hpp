// SPDX-License-Identifier: Apache-2.0
//
// The header of a .npy file: a magic word, a version, a length, and a Python dictionary in text form with the keys
// 'descr', 'fortran_order' and 'shape'.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "biotropy/files/input.hpp"

namespace biotropy::files {

struct NpyHeader {
  std::string descr;  ///< for example "<f8"
  bool fortran_order = false;
  std::vector<std::uint64_t> shape;
  std::uint64_t data_offset = 0;
};

constexpr std::string_view kNpyMagic = "\x93NUMPY";

NpyHeader read_npy_header(Input& input);

}  // namespace biotropy::files
