// SPDX-License-Identifier: Apache-2.0
//
// The part of the MATLAB reader that touches matio, to be run in a child process: it finds the variable, and sends its
// shape and then its numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "biotropy/files/isolated_internal.hpp"

namespace biotropy::files {

struct MatRequest {
  std::string path;
  std::string variable;            ///< empty: the largest
  std::uint64_t most_numbers = 0;  ///< more cannot be in a file of this size
  std::uint64_t most_variables = 0;
  bool may_lack_memory = false;  ///< there may be less than a file of this size needs
};

/// What begins every message of the child.
enum class MatAnswer : std::uint32_t {
  array,    ///< MatArray and the name follow
  numbers,  ///< a 64-bit count of at most kMatBlock and as many doubles follow, in column-major order
  end,      ///< all numbers were sent
  error     ///< a 32-bit code, a 32-bit length and the message follow; for invalid_argument what is allowed
};

constexpr std::uint64_t kMatBlock = 65'536;

struct MatArray {
  std::uint64_t position = 0;  ///< among all variables of the file
  std::uint64_t rows = 0, columns = 0;
  std::uint64_t n_candidates = 0;  ///< numeric two-dimensional variables among which it was chosen
  std::uint64_t name_length = 0;
  std::uint64_t is_wide = 0;  ///< 1 for 64-bit integers, which doubles may not hold
};

/// Never throws.
void send_mat_variable(const MatRequest& request, const Sender& sender);

}  // namespace biotropy::files
