// SPDX-License-Identifier: Apache-2.0
//
// A temporary folder for the files of a test, removed at its end.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

#include "biotropy/system/temporary_file.hpp"

namespace biotropy {

class Scratch {
 public:
  Scratch() : folder_(system::temporary_name(std::filesystem::temp_directory_path() / "biotropy-files")) {
    std::filesystem::create_directories(folder_);
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path path(const std::string& name) const { return folder_ / name; }

  /// Makes a file of these bytes.
  std::filesystem::path write(const std::string& name, std::string_view bytes) const {
    // As a new file: one that is cut to nothing first is written to the disk by some file systems before it is closed,
    // for which tests of thousands of damaged files would wait.
    if (std::filesystem::is_regular_file(std::filesystem::symlink_status(path(name))))
      std::filesystem::remove(path(name));
    std::ofstream file(path(name), std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) throw std::runtime_error("cannot write " + path(name).generic_string());
    return path(name);
  }

 private:
  std::filesystem::path folder_;
};

/// All bytes of a file; none if it cannot be read.
inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace biotropy
