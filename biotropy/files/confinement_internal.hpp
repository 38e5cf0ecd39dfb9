// SPDX-License-Identifier: Apache-2.0
//
// Takes from a process what parsing bytes in memory does not need, for good: descriptors, opening files and sockets,
// other processes, new code.
#pragma once

#include <cstdint>

namespace biotropy::files {

/// For a process of one thread, right after a fork: only async-signal-safe calls are made. Everywhere the limits of the
/// system forbid core files, bytes written to files, descriptors beyond `descriptor` and the standard streams (which
/// lead nowhere from here on), and more address space than `address_space` bytes (0: no limit). A filter of the Linux
/// kernel (seccomp) refuses every system call that is not on a short list.
/// @returns whether the filter is in force; false where the kernel has none, or on processors without a list.
bool confine(int descriptor, std::uint64_t address_space);

}  // namespace biotropy::files
