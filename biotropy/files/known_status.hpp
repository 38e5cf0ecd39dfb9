// SPDX-License-Identifier: Apache-2.0
//
// What stands at a path, where the answer decides what is read.
#pragma once

#include <filesystem>

namespace biotropy::files {

/// Nothing there is an answer: std::filesystem::file_type::not_found.
/// @throws InputError io if the system does not tell, as with a disk that fails or links that go in a circle.
std::filesystem::file_status known_status(const std::filesystem::path& path);

/// The same for a file that is to be read: a link to nothing, as git-annex leaves where it has not fetched the content,
/// is something that cannot be passed over. A pointer in place of the content is found by Input.
/// @throws InputError file_not_found for such a link; io.
std::filesystem::file_status fetched_status(const std::filesystem::path& path);

}  // namespace biotropy::files
