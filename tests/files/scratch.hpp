// SPDX-License-Identifier: Apache-2.0
//
// A temporary folder for the files of a test, removed at its end.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace biotropy::files::test {

class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path path(const std::string& name) const { return folder_ / name; }

  /// Makes a file of these bytes.
  std::filesystem::path write(const std::string& name, std::string_view bytes) const;

 private:
  std::filesystem::path folder_;
};

/// All bytes of a file.
std::string bytes_of(const std::filesystem::path& path);

}  // namespace biotropy::files::test
