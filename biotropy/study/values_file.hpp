// SPDX-License-Identifier: Apache-2.0
//
// File with the values of one subject and a checksum.
#pragma once

#include <filesystem>
#include <string>

#include "biotropy/entropy/surrogate_test.hpp"
#include "biotropy/study/subject.hpp"

namespace biotropy::study {

/// The file is complete and on disk on return. @param key identifies the inputs of the values. @throws Error io.
void write_values(const std::filesystem::path& path, const std::string& id, const std::string& key,
                  const SubjectValues& values);

/// @throws Error file_not_found, io; bad_file if a byte has changed, the file belongs to another subject or key, or a
/// size or an index does not fit a subject of this study.
SubjectValues read_values(const std::filesystem::path& path, const std::string& id, const std::string& key,
                          const Description& description);

// Values of surrogates of a subject whose test is not complete: a folder of files, one for each block of surrogates.
// Every file appears complete or not at all, with a checksum over its bytes.

class DrawnSurrogates : public entropy::SurrogateStore {
 public:
  /// @param key identifies the inputs of the values (key_of_surrogates()).
  DrawnSurrogates(std::filesystem::path folder, std::string key) : folder_(std::move(folder)), key_(std::move(key)) {}

  const std::filesystem::path& folder() const { return folder_; }

  /// Files that are damaged, or of another key, count as missing. @throws Error io.
  std::vector<double> take(std::size_t first) override;
  /// On disk on return. @throws Error io.
  void keep(std::size_t first, std::span<const double> values) override;

  /// Removes all of them, which a complete test does not need.
  void remove() const;

 private:
  std::filesystem::path file(std::size_t first) const;

  std::filesystem::path folder_;
  std::string key_;
};

}  // namespace biotropy::study
