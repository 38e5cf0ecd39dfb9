// SPDX-License-Identifier: Apache-2.0
//
// Arrays as a string of bytes, on their way from the child process that reads them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "biotropy/files/results/arrays.hpp"

namespace biotropy::files {

std::string packed(const Arrays& arrays);

/// Nothing where the bytes are not what packed() makes.
std::optional<Arrays> unpacked(const std::string& bytes);

/// The line behind the end of a file whose bytes have this SHA-256.
std::string checksum_line(const std::string& sha256);

/// @throws Error bad_file, with the fault alone as message.
Arrays read_netcdf_arrays(std::span<const std::byte> bytes);

}  // namespace biotropy::files
