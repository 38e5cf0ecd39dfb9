// SPDX-License-Identifier: Apache-2.0
//
// The program on real and on unusual recordings: a result or one clear message, never a crash.
#include "biotropy/entropy/pairwise.hpp"
#include "biotropy/files/open.hpp"
#include "biotropy/prepare/preparation.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/results.hpp"
#include "tests/recordings.hpp"

namespace biotropy::cli::test {
namespace {

using ::testing::AnyOf;
using ::testing::Eq;

class RecordingsProgram : public Program {};

TEST_F(RecordingsProgram, MatricesOfEegAreThoseOfTheLibrary) {
  BIOTROPY_NEEDS("eeg/bdf_test.bdf", "eeg/eeg_raw.npy", "eeg/mne_test.edf");
  const struct {
    std::string name, words;
    files::OpenOptions open;
    std::size_t epoch;
  } cases[] = {{"eeg/mne_test.edf", "", {}, 1000},
               {"eeg/bdf_test.bdf", "", {}, 4000},
               {"eeg/eeg_raw.npy", "--rate 250", {}, 4000}};
  for (auto one : cases) {
    if (!one.words.empty()) one.open.rate = 250;
    prepare::Preparation preparation;
    preparation.filter.band = {2.0, 40.0};
    preparation.cutting.length = one.epoch;
    const std::vector<std::size_t> channels{0, 1, 4};
    entropy::Parameters parameters{.m = 1};
    const series::Epochs epochs =
        prepare::prepare(files::open(biotropy::test::recording(one.name), one.open), channels, preparation);
    const entropy::Pairwise expected = entropy::pairwise(epochs, entropy::Measure::cross_apen, parameters);
    const Outcome outcome =
        run("cross '" + biotropy::test::recording(one.name) + "' " + one.words +
            " --channels 1-2,5 -m 1 --band 2 40 --epoch " + std::to_string(one.epoch) + " -o out.nc");
    ASSERT_EQ(outcome.code, 0) << outcome.errors;
    const netCDF::NcFile file(scratch_.path("out.nc").string(), netCDF::NcFile::read);
    EXPECT_EQ(numbers<double>(file, "value"), expected.values) << one.name;
    EXPECT_EQ(numbers<double>(file, "onset"), epochs.onsets);
    EXPECT_EQ(strings(file, "channel"), epochs.labels);
    EXPECT_EQ(strings(file, "channel_unit"), epochs.units);
    EXPECT_EQ(text_attribute(file, "sha256"), sha256_by_coreutils(biotropy::test::recording(one.name)));
  }
}

TEST_F(RecordingsProgram, PaddingIsSaidAndLeftOut) {
  BIOTROPY_NEEDS("eeg/Subject00_2.edf");
  const std::string command =
      "entropy '" + biotropy::test::recording("eeg/Subject00_2.edf") + "' --channels 1 --epoch 1000 -o - ";
  const Outcome measured = run(command);
  EXPECT_THAT(measured, Fails(0, "padding"));
  EXPECT_EQ(messages(measured.errors).at(0).at("level"), "warning");
  const Outcome left_out = run(command + "--padding 100");
  EXPECT_THAT(left_out.output, HasSubstr("padding: the recording ends in 993 samples without signal"));
  // The advice of the warning also works without epochs.
  const Outcome whole =
      run("entropy '" + biotropy::test::recording("eeg/Subject00_2.edf") + "' --channels 1 --padding 100");
  EXPECT_EQ(whole.code, 0) << whole.errors;
  EXPECT_THAT(whole.output, HasSubstr("30005"));
}

// One line with a count for a code; and a warning comes before a note.
TEST_F(RecordingsProgram, NoticesOfSeveralRecordingsAreCounted) {
  std::string table = "time,x\n";
  for (int i = 0; i < 60; ++i)
    table += std::to_string(i) + (i == 30 ? ",NaN\n" : "," + std::to_string(i * i % 7) + "\n");
  for (const char* name : {"a.csv", "b.csv", "c.csv"}) scratch_.write(name, table);
  const auto said = messages(run("entropy a.csv b.csv c.csv --missing omit -o -").errors);
  std::vector<std::string> codes;
  for (const auto& one : said) codes.push_back(one.at("code"));
  EXPECT_THAT(codes, ElementsAre("missing_samples", "time_left_out", "templates_left_out"));
  EXPECT_THAT(said.at(0).at("text"), StartsWith("3 of 3 recordings, first a.csv: "));
}

TEST_F(RecordingsProgram, AwkwardFilesGiveAResultOrAMessage) {
  BIOTROPY_NEEDS("edge");
  std::size_t n_files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(biotropy::test::recording("edge"))) {
    const std::string name = entry.path().string();
    for (const std::string command :
         {"info", "entropy --channels 1 --epoch 500 --quiet", "cross --channels 1 --epoch 500 --quiet"}) {
      const Outcome outcome = run(command + " '" + name + "'");
      EXPECT_THAT(outcome.code, AnyOf(Eq(0), Eq(3), Eq(4))) << command << " " << name << "\n" << outcome.errors;
      if (outcome.code == 3) {
        const auto said = messages(outcome.errors);
        ASSERT_EQ(said.size(), 1U) << outcome.errors;
        EXPECT_THAT(said.at(0).at("text"), StartsWith(name + ": "));
      } else {
        EXPECT_FALSE(outcome.output.empty()) << command << " " << name;
      }
    }
    ++n_files;
  }
  EXPECT_GE(n_files, 10u);
}

}  // namespace
}  // namespace biotropy::cli::test
