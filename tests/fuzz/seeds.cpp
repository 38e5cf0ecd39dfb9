// SPDX-License-Identifier: Apache-2.0
//
// Writes the first corpus of every fuzz target: seeds FOLDER makes FOLDER/edf, FOLDER/npy and so on.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "tests/files/samples.hpp"
#include "tests/files/scratch.hpp"

namespace {

using biotropy::files::test::SampleFile;

void write_all(const std::filesystem::path& folder, const std::vector<SampleFile>& samples) {
  std::filesystem::create_directories(folder);
  for (const SampleFile& sample : samples) {
    std::ofstream file(folder / sample.name, std::ios::binary);
    file << sample.bytes;
    file.close();
    if (!file) throw std::runtime_error("cannot write " + (folder / sample.name).string());
  }
}

// The second variable of the files of version 5, which is 2 x 20, behind the three choices of fuzz_mat_check.
std::vector<SampleFile> element_samples(const std::vector<SampleFile>& files) {
  constexpr std::size_t kHeader = 128, kTag = 8;
  std::vector<SampleFile> samples;
  for (const SampleFile& file : files) {
    const bool compressed = file.name == "v5-compressed";
    if (!compressed && file.name != "v5") continue;
    const auto length_at = [&](std::size_t tag) {
      std::size_t length = 0;
      for (std::size_t k = 4; k-- > 0;) length = (length << 8) | static_cast<unsigned char>(file.bytes.at(tag + 4 + k));
      return length;
    };
    const std::size_t second = kHeader + kTag + length_at(kHeader);
    const std::string choices = {static_cast<char>(compressed ? 1 : 0), 2, 20};
    samples.push_back({file.name, choices + file.bytes.substr(second + kTag, length_at(second))});
  }
  return samples;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: seeds FOLDER\n");
    return 2;
  }
  try {
    const std::filesystem::path folder = arguments[1];
    const biotropy::files::test::Scratch scratch;
    write_all(folder / "edf", biotropy::files::test::edf_samples());
    write_all(folder / "npy", biotropy::files::test::npy_samples());
    write_all(folder / "csv", biotropy::files::test::csv_samples());
    const std::vector<SampleFile> mat_files = biotropy::files::test::mat_samples(scratch.folder());
    write_all(folder / "wfdb", biotropy::files::test::wfdb_samples());
    write_all(folder / "mat", mat_files);
    write_all(folder / "mat_check", element_samples(mat_files));
    return 0;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 1;
  }
}
