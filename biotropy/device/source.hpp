// SPDX-License-Identifier: Apache-2.0
//
// The text of a device program. Kernels are written once, in the part of C that OpenCL C and CUDA share; what differs
// (address spaces, ids, barriers, population counts) has names that the prelude of each API defines. Sizes that a
// kernel's loops depend on are constants of the text, so that the device's compiler sees them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "biotropy/device/description.hpp"

namespace biotropy::device {

struct Source {
  std::string name;  ///< for messages: "bit_rows"
  std::string_view text;
  std::vector<std::pair<std::string, std::uint32_t>> constants;
};

/// Prelude, constants and text: what the compiler of that API gets.
std::string complete_text(Api api, const Source& source);

}  // namespace biotropy::device
