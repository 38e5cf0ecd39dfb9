// SPDX-License-Identifier: Apache-2.0
//
// Compiled programs on disk. The key contains everything that the binary depends on: the text, the options, the
// versions of compiler, driver and Biotropy, the device. A file is named after the SHA-256 of its key and contains the
// whole key and the SHA-256 of key and binary. It is written under another name and renamed, so that no process reads
// an incomplete file; after any failure (no folder, a full disk, a damaged file) the program is compiled again. A
// driver runs these files, so links, and files that another user owns or may write, are rejected.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace biotropy::device {

class ProgramCache {
 public:
  /// BIOTROPY_CACHE, or biotropy/ in XDG_CACHE_HOME or ~/.cache; empty without any of them.
  static std::filesystem::path usual_folder();

  /// An empty folder disables the cache.
  explicit ProgramCache(std::filesystem::path folder = usual_folder()) : folder_(std::move(folder)) {}

  std::optional<std::vector<std::byte>> find(const std::string& key) const;
  void store(const std::string& key, std::span<const std::byte> binary) const;

 private:
  std::filesystem::path file(const std::string& key) const;

  std::filesystem::path folder_;
};

}  // namespace biotropy::device
