// SPDX-License-Identifier: Apache-2.0
//
// Compiled programs on disk. The key is everything that the binary depends on, written out: the text, the options, the
// versions of compiler, driver and Biotropy, the device. A file is named after the SHA-256 of its key, holds the whole
// key, and the SHA-256 of key and binary. It is written under another name and renamed, so that no process sees a half;
// whatever fails here (no folder, a full disk, a damaged file) means compiling again. A driver runs what is read: a link,
// and a file that another user owns or may write, are no programs.
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

  /// Nothing is kept where the folder is empty.
  explicit ProgramCache(std::filesystem::path folder = usual_folder()) : folder_(std::move(folder)) {}

  std::optional<std::vector<std::byte>> find(const std::string& key) const;
  void store(const std::string& key, std::span<const std::byte> binary) const;

 private:
  std::filesystem::path file(const std::string& key) const;

  std::filesystem::path folder_;
};

}  // namespace biotropy::device
