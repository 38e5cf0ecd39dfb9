// SPDX-License-Identifier: Apache-2.0
//
// Arrays as a string of bytes, sent by the child process that reads them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "biotropy/files/results/arrays.hpp"

namespace biotropy::files {

std::string packed(const Arrays& arrays);

/// Nothing if the bytes were not made by packed().
std::optional<Arrays> unpacked(const std::string& bytes);

/// Line after the end of a file whose bytes have this SHA-256.
std::string checksum_line(const std::string& sha256);

/// @throws Error bad_file with the fault as message, without a path.
Arrays read_netcdf_arrays(std::span<const std::byte> bytes);

}  // namespace biotropy::files
