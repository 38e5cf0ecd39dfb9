// SPDX-License-Identifier: Apache-2.0
#include "tests/files/scratch.hpp"

#include <fstream>
#include <stdexcept>

#include "biotropy/system/temporary_file.hpp"

namespace biotropy::files::test {

Scratch::Scratch() : folder_(system::temporary_name(std::filesystem::temp_directory_path() / "biotropy-files")) {
  std::filesystem::create_directories(folder_);
}

Scratch::~Scratch() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::filesystem::path Scratch::write(const std::string& name, std::string_view bytes) const {
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

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace biotropy::files::test
