// SPDX-License-Identifier: Apache-2.0
//
// Writes the first corpus of every fuzz target: seeds FOLDER makes FOLDER/edf, FOLDER/npy and so on; and the
// dictionaries of those that have one: FOLDER/study.dict.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "biotropy/files/results/arrays.hpp"
#include "tests/files/samples.hpp"
#include "tests/files/scratch.hpp"
#include "tests/fuzz/further_seeds.hpp"

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

std::vector<SampleFile> array_samples(const std::filesystem::path& folder) {
  biotropy::files::Arrays arrays;
  arrays.dimensions = {{"row", 2}};
  arrays.attributes = {{"title", "a title"}, {"level", 0.5}};
  arrays.variables = {{"x", {"row"}, {1.0, 2.0}, {}, false}, {"name", {"row"}, {}, {"Fz", "Cz"}, true}};
  biotropy::files::write_arrays(folder / "arrays.nc", arrays);
  return {{"arrays", biotropy::files::test::bytes_of(folder / "arrays.nc")}};
}

std::vector<SampleFile> table_samples() {
  return {{"participants", "participant_id\tgroup\tfile\nsub-1\ta\tsub-1.edf\nsub-2\tn/a\tn/a\n"},
          {"events", "onset\tduration\ttrial_type\n0.5\t1\trest\n2\tn/a\ttask\n"},
          {"channels", "name\ttype\tunits\tstatus\tstatus_description\nFz\tEEG\tuV\tbad\tnoisy\n"},
          {"sidecar", R"({"SamplingFrequency": 100, "Columns": ["cardiac", "peaks"], "PowerLineFrequency": "n/a"})"}};
}

// A word for each line, in quotes; every byte as its number, so that none needs a mark before it.
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
    write_all(folder / "fif", biotropy::files::test::fif_samples());
    write_all(folder / "gdf", biotropy::files::test::gdf_samples());
    write_all(folder / "npy", biotropy::files::test::npy_samples());
    write_all(folder / "polar", biotropy::files::test::polar_samples());
    write_all(folder / "physio", biotropy::files::test::physio_samples());
    write_all(folder / "csv", biotropy::files::test::csv_samples());
    const std::vector<SampleFile> mat_files = biotropy::files::test::mat_samples(scratch.folder());
    write_all(folder / "brainvision", biotropy::files::test::brainvision_samples());
    write_all(folder / "wfdb", biotropy::files::test::wfdb_samples());
    write_all(folder / "tables", table_samples());
    write_all(folder / "mat", mat_files);
    write_all(folder / "arrays", array_samples(scratch.folder()));
    for (const biotropy::fuzz::Seeds& seeds : biotropy::fuzz::further_seeds(scratch.folder())) {
      write_all(folder / seeds.target, seeds.inputs);
      write_dictionary(folder / (seeds.target + ".dict"), seeds.words);
    }
    return 0;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 1;
  }
}
