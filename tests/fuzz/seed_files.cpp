// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/seed_files.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>

#include "tests/files/scratch.hpp"

namespace biotropy::fuzz {

void write_inputs(const std::filesystem::path& folder, const std::vector<files::test::SampleFile>& inputs) {
  std::filesystem::create_directories(folder);
  for (const files::test::SampleFile& input : inputs) {
    std::ofstream file(folder / input.name, std::ios::binary);
    file << input.bytes;
    file.close();
    if (!file) throw std::runtime_error("cannot write " + (folder / input.name).string());
  }
}

void write_dictionary(const std::filesystem::path& path, const std::vector<std::string>& words) {
  std::ofstream file(path);
  for (const std::string& word : words) {
    file << '"';
    for (const char byte : word) file << fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
    file << "\"\n";
  }
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path.string());
}

int write_seeds(
    int count, char** arguments,
    const std::function<void(const std::filesystem::path& folder, const std::filesystem::path& scratch)>& write) {
  if (count != 2) {
    std::fprintf(stderr, "usage: %s FOLDER\n", arguments[0]);
    return 2;
  }
  try {
    const Scratch scratch;
    write(arguments[1], scratch.folder());
    return 0;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 1;
  }
}

}  // namespace biotropy::fuzz
