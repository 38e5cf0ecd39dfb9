// SPDX-License-Identifier: Apache-2.0
//
// NetCDF files are read back through the C++ interface of the NetCDF library.
#include <bit>
#include <cmath>
#include <netcdf>

#include "biotropy/files/results/results.hpp"
#include "biotropy/version.hpp"
#include "tests/files/example_results.hpp"
#include "tests/files/netcdf_contents.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::files {
namespace {

using netCDF::NcFile;
using netCDF::NcGroup;
using test::dimensions;
using test::example_head;
using test::ExampleResults;
using test::numbers;
using test::real_attribute;
using test::strings;
using test::text_attribute;

std::filesystem::path written(const Scratch& scratch, const ResultsHead& head, const std::vector<ExampleResults>& all) {
  const auto writer = write_results(scratch.path("a.nc"), ResultFormat::netcdf, head);
  for (const ExampleResults& results : all) writer->add(results.view());
  writer->finish();
  return scratch.path("a.nc");
}

void expect_same_bits(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (std::isnan(expected[i])) {
      EXPECT_TRUE(std::isnan(found[i])) << i;
    } else {
      EXPECT_EQ(std::bit_cast<std::uint64_t>(found[i]), std::bit_cast<std::uint64_t>(expected[i])) << i;
    }
  }
}

// The counts of the example, with the value for a missing one where the first channel is rejected.
std::vector<long long> with_missing(const ExampleResults& results, const std::vector<std::uint64_t>& counts) {
  std::vector<long long> expected(counts.begin(), counts.end());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (std::isnan(results.values[i])) expected[i] = -1;
  }
  return expected;
}

TEST(NetcdfResults, MatricesOfOneInput) {
  const Scratch scratch;
  const ExampleResults results("a.edf", {"Fz", "Cz", "Cz"}, 2, true);
  const NcFile file(written(scratch, example_head(true), {results}).generic_string(), NcFile::read);
  EXPECT_THAT(dimensions(file, "value"), ElementsAre("epoch", "channel", "partner"));
  expect_same_bits(numbers<double>(file, "value"), results.values);
  EXPECT_EQ(numbers<long long>(file, "matches_m"), with_missing(results, results.matches_m));
  EXPECT_EQ(numbers<long long>(file, "matches_m1"), with_missing(results, results.matches_m1));
  EXPECT_EQ(numbers<unsigned long long>(file, "templates_m"),
            std::vector<unsigned long long>(results.templates_m.begin(), results.templates_m.end()));
  EXPECT_EQ(numbers<unsigned long long>(file, "templates_m1")[0], 1022u);
  EXPECT_THAT(dimensions(file, "mean_value"), ElementsAre("channel", "partner"));
  expect_same_bits(numbers<double>(file, "mean_value"), results.mean);
  EXPECT_EQ(numbers<unsigned int>(file, "valid_epochs"), results.valid_epochs);
  EXPECT_EQ(strings(file, "channel"), (std::vector<std::string>{"Fz", "Cz", "Cz (2)"}));
  EXPECT_EQ(strings(file, "partner"), strings(file, "channel"));
  EXPECT_EQ(strings(file, "channel_unit"), std::vector<std::string>(3, "uV"));
  EXPECT_EQ(numbers<int>(file, "epoch"), (std::vector<int>{0, 1}));
  EXPECT_EQ(numbers<double>(file, "onset"), (std::vector<double>{0.0, 0.1}));
  EXPECT_THAT(dimensions(file, "reason"), ElementsAre("epoch", "channel"));
  EXPECT_EQ(strings(file, "reason"), results.reasons);
  EXPECT_TRUE(file.getVar("tolerance").isNull());
}

TEST(NetcdfResults, AttributesSayWhatWasDone) {
  const Scratch scratch;
  const NcFile file(written(scratch, example_head(true), {ExampleResults("a.edf", {"Fz"}, 2, true)}).generic_string(),
                    NcFile::read);
  EXPECT_EQ(text_attribute(file, "title"), "Cross-ApEn");
  EXPECT_EQ(text_attribute(file, "biotropy_version"), version());
  EXPECT_EQ(text_attribute(file, "command_line"), "biotropy cross 'a b.edf'");
  EXPECT_EQ(text_attribute(file, "file"), "a.edf");
  EXPECT_EQ(text_attribute(file, "sha256"), "0123abcd");
  EXPECT_EQ(text_attribute(file, "file_format"), "EDF+C");
  EXPECT_EQ(text_attribute(file, "engine"), "bits");
  EXPECT_EQ(text_attribute(file, "notices"), "the header says -1 records\n280 samples are left over");
  EXPECT_EQ(text_attribute(file, "notice_codes"), "no_records\nsamples_left_over");
  EXPECT_EQ(real_attribute(file, "sampling_rate"), 169.549);
  EXPECT_EQ(text_attribute(file, "measure"), "cross-apen");
  EXPECT_EQ(real_attribute(file, "r"), 0.1 + 0.2);
  EXPECT_EQ(file.getAtt("m").getType(), netCDF::ncInt);
  EXPECT_EQ(real_attribute(file, "theiler"), std::ldexp(1.0, 40));
  std::vector<double> band(2);
  file.getAtt("band").getValues(band.data());
  EXPECT_EQ(band, (std::vector<double>{0.5, 40.0}));
  std::string text;
  file.getVar("value").getAtt("units").getValues(text);
  EXPECT_EQ(text, "nat");
  double fill = 0.0;
  file.getVar("value").getAtt("_FillValue").getValues(&fill);
  EXPECT_TRUE(std::isnan(fill));
  for (const auto& [name, variable] : file.getVars()) EXPECT_FALSE(variable.getAtt("long_name").isNull()) << name;
}

TEST(NetcdfResults, OneValueForEachChannel) {
  const Scratch scratch;
  const ExampleResults results("a.edf", {"Fz", "Cz"}, 3, false);
  const NcFile file(written(scratch, example_head(false), {results}).generic_string(), NcFile::read);
  EXPECT_THAT(dimensions(file, "value"), ElementsAre("epoch", "channel"));
  expect_same_bits(numbers<double>(file, "value"), results.values);
  expect_same_bits(numbers<double>(file, "tolerance"), results.tolerances);
  EXPECT_EQ(numbers<long long>(file, "matches_m"), with_missing(results, results.matches_m));
  EXPECT_TRUE(file.getDim("partner").isNull());
  EXPECT_TRUE(file.getVar("mean_value").isNull());
}

TEST(NetcdfResults, InputsWithEqualChannelsLieAlongADimension) {
  const Scratch scratch;
  const ExampleResults shorter("a.edf", {"Fz", "Cz"}, 1, true), longer("b.edf", {"Fz", "Cz"}, 3, true);
  const NcFile file(written(scratch, example_head(true, 2), {shorter, longer}).generic_string(), NcFile::read);
  EXPECT_THAT(dimensions(file, "value"), ElementsAre("file", "epoch", "channel", "partner"));
  EXPECT_EQ(strings(file, "file"), (std::vector<std::string>{"a.edf", "b.edf"}));
  EXPECT_EQ(strings(file, "sha256"), (std::vector<std::string>{"0123abcd", "0123abcd"}));
  EXPECT_EQ(numbers<int>(file, "n_epochs"), (std::vector<int>{1, 3}));
  EXPECT_EQ(numbers<int>(file, "epoch"), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(numbers<double>(file, "sampling_rate"), (std::vector<double>{169.549, 169.549}));
  std::vector<double> expected = shorter.values;
  expected.insert(expected.end(), 2 * 4, std::nan(""));  // the epochs that the first input does not have
  expected.insert(expected.end(), longer.values.begin(), longer.values.end());
  expect_same_bits(numbers<double>(file, "value"), expected);
  EXPECT_EQ(numbers<long long>(file, "matches_m")[4], -1);
  EXPECT_THAT(dimensions(file, "mean_value"), ElementsAre("file", "channel", "partner"));
  EXPECT_EQ(numbers<double>(file, "mean_value")[5], longer.mean[1]);
  EXPECT_EQ(text_attribute(file, "sha256"), "0123abcd  a.edf\n0123abcd  b.edf\n");
}

TEST(NetcdfResults, AnInputWithOtherChannelsIsAGroup) {
  const Scratch scratch;
  const ExampleResults first("a.edf", {"Fz", "Cz"}, 2, false), other("b.edf", {"O1", "O2", "Oz"}, 4, false),
      third("c.edf", {"Fz", "Cz"}, 2, false);
  const NcFile file(written(scratch, example_head(false, 3), {first, other, third}).generic_string(), NcFile::read);
  EXPECT_EQ(strings(file, "file"), (std::vector<std::string>{"a.edf", "c.edf"}));
  const NcGroup group = file.getGroup("other_channels_1");
  ASSERT_FALSE(group.isNull());
  EXPECT_THAT(dimensions(group, "value"), ElementsAre("epoch", "channel"));
  expect_same_bits(numbers<double>(group, "value"), other.values);
  EXPECT_EQ(strings(group, "channel"), other.labels);
  EXPECT_EQ(text_attribute(group, "file"), "b.edf");
  EXPECT_EQ(text_attribute(group, "sha256"), "0123abcd");
}

TEST(NetcdfResults, TheMeanOverEpochsAlone) {
  const Scratch scratch;
  const ExampleResults results("a.edf", {"Fz", "Cz"}, 3, true);
  ResultsHead head = example_head(true);
  head.mean_only = true;
  const NcFile file(written(scratch, head, {results}).generic_string(), NcFile::read);
  EXPECT_TRUE(file.getVar("value").isNull());
  expect_same_bits(numbers<double>(file, "mean_value"), results.mean);
  EXPECT_EQ(strings(file, "reason"), results.reasons);
}

TEST(NetcdfResults, AppearsWhenFinishedAndNotBefore) {
  const Scratch scratch;
  scratch.write("a.nc", "before");
  const ExampleResults results("a.edf", {"Fz", "Cz"}, 3, true);
  {
    const auto writer = write_results(scratch.path("a.nc"), ResultFormat::netcdf, example_head(true));
    writer->add(results.view());
    EXPECT_TRUE(std::filesystem::exists(writer->temporary()));
    EXPECT_EQ(std::filesystem::file_size(scratch.path("a.nc")), 6u);
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(scratch.folder()), {}), 1);
  written(scratch, example_head(true), {results});
  EXPECT_GT(std::filesystem::file_size(scratch.path("a.nc")), 6u);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(scratch.folder()), {}), 1);
}

TEST(NetcdfResults, Errors) {
  const Scratch scratch;
  const ExampleResults results("a.edf", {"Fz", "Cz"}, 2, true);
  EXPECT_THAT(error_of([&] { write_results(scratch.path("no") / "a.nc", ResultFormat::netcdf, example_head(true)); }),
              IsError(ErrorCode::io, "does not exist"));
  EXPECT_THAT(error_of([&] { write_results(scratch.folder(), ResultFormat::netcdf, example_head(true)); }),
              IsError(ErrorCode::io, "a folder, not a file"));
  CancelFlag cancel;
  cancel.cancel();
  EXPECT_THAT(
      error_of([&] {
        write_results(scratch.path("a.nc"), ResultFormat::netcdf, example_head(true))->add(results.view(), &cancel);
      }),
      IsError(ErrorCode::cancelled, ""));
  EXPECT_TRUE(std::filesystem::is_empty(scratch.folder()));
}

}  // namespace
}  // namespace biotropy::files
