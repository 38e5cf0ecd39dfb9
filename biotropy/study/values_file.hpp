// SPDX-License-Identifier: Apache-2.0
//
// The values of one subject on the disk, under a checksum.
#pragma once

#include <filesystem>
#include <string>

#include "biotropy/study/subject.hpp"

namespace biotropy::study {

/// On the disk, whole, when this returns. @param key what the values were made from. @throws Error io.
void write_values(const std::filesystem::path& path, const std::string& id, const std::string& key,
                  const SubjectValues& values);

/// @throws Error file_not_found, io; bad_file where a byte is not as it was written, the file is of another subject or
/// key, or a size or an index in it is none of a subject of this study.
SubjectValues read_values(const std::filesystem::path& path, const std::string& id, const std::string& key,
                          const Description& description);

}  // namespace biotropy::study
