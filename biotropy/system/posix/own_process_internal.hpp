// SPDX-License-Identifier: Apache-2.0
//
// What Linux and macOS tell a process about itself, each in its own way.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace biotropy::system {

/// The program as it was called; empty if unknown.
std::string first_word_of_process();

/// Bytes of address space in use; 0 if unknown.
std::uint64_t address_space_in_use();

/// Both ends of a pipe that no other program inherits. False with errno.
bool open_pipe(std::array<int, 2>& ends);

/// Has the system kill this process, a child, when its parent ends.
void end_with_parent();

// Removes permanently what a process does not need to parse bytes in memory: descriptors, opening files and sockets,
// other processes, new code.

/// For a process of one thread, right after a fork: only async-signal-safe calls are made. On every system, limits
/// forbid core files, bytes written to files, descriptors beyond `descriptor` and the standard streams (which are
/// connected to nothing from here on), and more address space than `address_space` bytes (0: no limit). A filter of the
/// Linux kernel (seccomp) refuses every system call outside a short list.
/// @returns true if the filter is in force; false if the kernel has none, or on processors without a list.
bool confine(int descriptor, std::uint64_t address_space);

/// The limits of confine(), which every system has.
void set_limits(int descriptor, std::uint64_t address_space);

}  // namespace biotropy::system
