// SPDX-License-Identifier: Apache-2.0
//
// Writes the first corpus of the fuzz targets that read recordings: seeds FOLDER makes FOLDER/edf, FOLDER/npy and so
// on.
#include "biotropy/files/results/arrays.hpp"
#include "tests/files/samples.hpp"
#include "tests/files/scratch.hpp"
#include "tests/fuzz/seed_files.hpp"

namespace {

using biotropy::files::test::SampleFile;
using biotropy::fuzz::write_inputs;

std::vector<SampleFile> array_samples(const std::filesystem::path& folder) {
  biotropy::files::Arrays arrays;
  arrays.dimensions = {{"row", 2}};
  arrays.attributes = {{"title", "a title"}, {"level", 0.5}};
  arrays.variables = {{"x", {"row"}, {1.0, 2.0}, {}, false}, {"name", {"row"}, {}, {"Fz", "Cz"}, true}};
  biotropy::files::write_arrays(folder / "arrays.nc", arrays);
  return {{"arrays", bytes_of(folder / "arrays.nc")}};
}

std::vector<SampleFile> table_samples() {
  return {{"participants", "participant_id\tgroup\tfile\nsub-1\ta\tsub-1.edf\nsub-2\tn/a\tn/a\n"},
          {"events", "onset\tduration\ttrial_type\n0.5\t1\trest\n2\tn/a\ttask\n"},
          {"channels", "name\ttype\tunits\tstatus\tstatus_description\nFz\tEEG\tuV\tbad\tnoisy\n"},
          {"sidecar", R"({"SamplingFrequency": 100, "Columns": ["cardiac", "peaks"], "PowerLineFrequency": "n/a"})"}};
}

}  // namespace

int main(int count, char** arguments) {
  return biotropy::fuzz::write_seeds(count, arguments, [](const auto& folder, const auto& scratch) {
    write_inputs(folder / "edf", biotropy::files::test::edf_samples());
    write_inputs(folder / "fif", biotropy::files::test::fif_samples());
    write_inputs(folder / "gdf", biotropy::files::test::gdf_samples());
    write_inputs(folder / "npy", biotropy::files::test::npy_samples());
    write_inputs(folder / "polar", biotropy::files::test::polar_samples());
    write_inputs(folder / "physio", biotropy::files::test::physio_samples());
    write_inputs(folder / "csv", biotropy::files::test::csv_samples());
    const std::vector<SampleFile> mat_files = biotropy::files::test::mat_samples(scratch);
    write_inputs(folder / "brainvision", biotropy::files::test::brainvision_samples());
    write_inputs(folder / "wfdb", biotropy::files::test::wfdb_samples());
    write_inputs(folder / "tables", table_samples());
    write_inputs(folder / "mat", mat_files);
    write_inputs(folder / "arrays", array_samples(scratch));
  });
}
