// SPDX-License-Identifier: Apache-2.0
//
// SHA-256 of a file, recorded with results to identify their input.
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

/// SHA-256 of the first `length` bytes, which must exist.
std::string sha256(Input& input, std::uint64_t length, const CancelFlag* cancel = nullptr);

/// SHA-256 of bytes in memory.
std::string sha256_of_bytes(std::string_view bytes);

/// SHA-256 of the file at a path. @throws Error file_not_found, bad_file for a folder, io, cancelled.
std::string sha256(const std::filesystem::path& path, const CancelFlag* cancel = nullptr);

/// A file and its SHA-256.
struct FileDigest {
  std::string path, sha256;
};

/// Digests of files. @throws as sha256.
std::vector<FileDigest> digests(const std::vector<std::string>& paths, const CancelFlag* cancel = nullptr);

/// One line each: digest, two blanks and path, as sha256sum writes.
std::string digest_lines(const std::vector<FileDigest>& digests);

}  // namespace biotropy::files
