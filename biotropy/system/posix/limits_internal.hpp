// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace biotropy::system {

/// The limits of confine(), which every system has.
void set_limits(int descriptor, std::uint64_t address_space);

}  // namespace biotropy::system
