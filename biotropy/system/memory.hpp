// SPDX-License-Identifier: Apache-2.0
//
// How much memory there is, and files as memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace biotropy::system {

/// Bytes of memory of the machine, without what it keeps on disk.
std::uint64_t physical_memory();

/// Limit of this process on its address space, in bytes.
std::optional<std::uint64_t> address_space_limit();

/// The least of what the machine has with what it keeps on disk, of the limits of containers and jobs around this
/// process, and of its own limit. The system grants more than that, and ends the process when it is used.
std::uint64_t most_memory();

/// Whether that many bytes would be granted now.
bool would_grant(std::size_t bytes);

/// The content of an open ordinary file as memory; nullptr with errno. Accessing it ends the process if the file has
/// become shorter.
const void* map_file(int descriptor, std::size_t length);
void unmap_file(const void* bytes, std::size_t length);

}  // namespace biotropy::system
