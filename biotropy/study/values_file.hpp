// SPDX-License-Identifier: Apache-2.0
//
// File with the values of one subject and a checksum.
#pragma once

#include <filesystem>
#include <string>

#include "biotropy/study/subject.hpp"

namespace biotropy::study {

/// The file is complete and on disk on return. @param key identifies the inputs of the values. @throws Error io.
void write_values(const std::filesystem::path& path, const std::string& id, const std::string& key,
                  const SubjectValues& values);

/// @throws Error file_not_found, io; bad_file if a byte has changed, the file belongs to another subject or key, or a
/// size or an index does not fit a subject of this study.
SubjectValues read_values(const std::filesystem::path& path, const std::string& id, const std::string& key,
                          const Description& description);

}  // namespace biotropy::study
