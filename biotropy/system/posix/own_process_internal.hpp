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

}  // namespace biotropy::system
