// SPDX-License-Identifier: Apache-2.0
//
// Removes permanently what a process does not need to parse bytes in memory: descriptors, opening files and sockets,
// other processes, new code.
#pragma once

#include <cstdint>

namespace biotropy::system {

/// For a process of one thread, right after a fork: only async-signal-safe calls are made. On every system, limits
/// forbid core files, bytes written to files, descriptors beyond `descriptor` and the standard streams (which are
/// connected to nothing from here on), and more address space than `address_space` bytes (0: no limit). A filter of the
/// Linux kernel (seccomp) refuses every system call outside a short list.
/// @returns true if the filter is in force; false if the kernel has none, or on processors without a list.
bool confine(int descriptor, std::uint64_t address_space);

}  // namespace biotropy::system
