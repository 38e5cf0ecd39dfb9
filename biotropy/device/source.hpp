// SPDX-License-Identifier: Apache-2.0
//
// Text of a device program. Kernels are written once, in the common part of OpenCL C and CUDA; differences (address
// spaces, ids, barriers, population counts) have names defined by the prelude of each API. Sizes that determine loops
// are constants in the text, so that the compiler of the device can use them.
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

/// Prelude, constants and text, as passed to the compiler of that API.
std::string complete_text(Api api, const Source& source);

}  // namespace biotropy::device
