// SPDX-License-Identifier: Apache-2.0
//
// The SHA-256 of a file, so that a result can say which bytes it was made from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/files/input.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::files {

/// 64 hexadecimal digits in lower case. @throws Error io, cancelled.
std::string sha256(Input& input, const CancelFlag* cancel = nullptr);

/// The same of the first `length` bytes, which must be there.
std::string sha256(Input& input, std::uint64_t length, const CancelFlag* cancel = nullptr);

/// The same of bytes in memory.
std::string sha256_of_bytes(std::string_view bytes);

/// That of the file at a path. @throws Error file_not_found, bad_file for a folder, io, cancelled.
std::string sha256(const std::filesystem::path& path, const CancelFlag* cancel = nullptr);

/// A file and its SHA-256.
struct FileDigest {
  std::string path, sha256;
};

/// The digests of files. @throws as sha256.
std::vector<FileDigest> digests(const std::vector<std::string>& paths, const CancelFlag* cancel = nullptr);

/// A line for each: digest, two blanks and path, as sha256sum has them.
std::string digest_lines(const std::vector<FileDigest>& digests);

}  // namespace biotropy::files
