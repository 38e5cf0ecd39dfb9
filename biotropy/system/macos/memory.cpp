// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/memory.hpp"

#include <algorithm>
#include <limits>

namespace biotropy::system {

// The file for pages grows as it is needed, so the memory of the machine is the measure.
std::uint64_t most_memory() {
  return std::min(physical_memory(), address_space_limit().value_or(std::numeric_limits<std::uint64_t>::max()));
}

}  // namespace biotropy::system
