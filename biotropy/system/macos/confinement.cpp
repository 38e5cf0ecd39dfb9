// SPDX-License-Identifier: Apache-2.0
//
// Limits alone: macOS has no filter of system calls that a program may use for itself.
#include "biotropy/system/posix/confinement_internal.hpp"

#include "biotropy/system/posix/limits_internal.hpp"

namespace biotropy::system {

bool confine(int descriptor, std::uint64_t address_space) {
  set_limits(descriptor, address_space);
  return false;
}

}  // namespace biotropy::system
