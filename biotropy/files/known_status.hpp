// SPDX-License-Identifier: Apache-2.0
//
// What stands at a path, where the answer decides what is read.
#pragma once

#include <filesystem>

namespace biotropy::files {

/// Nothing there is an answer: std::filesystem::file_type::not_found.
/// @throws InputError io if the system does not tell, as with a disk that fails or links that go in a circle.
std::filesystem::file_status known_status(const std::filesystem::path& path);

}  // namespace biotropy::files
