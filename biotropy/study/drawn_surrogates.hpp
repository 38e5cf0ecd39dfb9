// SPDX-License-Identifier: Apache-2.0
//
// Values of surrogates of a subject whose test is not complete: a folder of files, one for each block of surrogates.
// Every file appears complete or not at all, with a checksum over its bytes.
#pragma once

#include <filesystem>
#include <string>

#include "biotropy/entropy/surrogate_test.hpp"

namespace biotropy::study {

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
