// SPDX-License-Identifier: Apache-2.0
//
// Tests of the subjects of a study against surrogates: the numbers of the library, and the same bytes after an
// interruption.
#include <cmath>
#include <map>

#include "biotropy/files/open.hpp"
#include "biotropy/study/key.hpp"
#include "biotropy/study/values_file.hpp"
#include "tests/files/netcdf_contents.hpp"
#include "tests/files/outcome.hpp"
#include "tests/study/small_study.hpp"

namespace biotropy::study {
namespace {

using entropy::kSurrogateNumbers;
using entropy::SurrogateNumber;
using files::error_of;
using files::test::numbers;
using surrogates::Kind;
using test::SmallStudy;

void ask(SmallStudy& study, int surrogates, Kind kind, int stop = 0) {
  study.description.surrogates = {surrogates, kind, 1, stop};
}

// The epochs of a subject, without the study.
series::Epochs epochs_of(const SmallStudy& study, const std::string& id) {
  const series::Recording recording = files::open(study.path(id + ".edf"));
  series::Epochs epochs;
  epochs.n_channels = recording.channels.size();
  epochs.n_times = study.description.prepare.epoch.samples({}, "epoch");
  epochs.n_epochs = recording.channels[0].samples.size() / epochs.n_times;
  for (std::size_t epoch = 0; epoch < epochs.n_epochs; ++epoch) {
    for (const series::Channel& channel : recording.channels) {
      const auto begin = channel.samples.begin() + static_cast<std::ptrdiff_t>(epoch * epochs.n_times);
      epochs.data.insert(epochs.data.end(), begin, begin + static_cast<std::ptrdiff_t>(epochs.n_times));
    }
  }
  return epochs;
}

// Every number of a subject in the result is that of a test.
void expect_numbers(const netCDF::NcFile& file, std::size_t subject, const entropy::SurrogateTest& test) {
  const std::size_t entries = test.p.size();
  for (const SurrogateNumber& number : kSurrogateNumbers) {
    const auto found = numbers<double>(file, std::string(number.name));
    const std::vector<double>& wanted = test.*number.column;
    ASSERT_EQ(found.size(), 4 * entries);
    for (std::size_t i = 0; i < entries; ++i) {
      const double value = found[subject * entries + i];
      EXPECT_TRUE(value == wanted[i] || (std::isnan(value) && std::isnan(wanted[i]))) << number.name << " " << i;
    }
  }
}

TEST(StudySurrogates, PairsHaveTheNumbersOfTheMeansOverEpochs) {
  SmallStudy study;
  ask(study, 30, Kind::shuffle);
  ASSERT_TRUE(study.run().result.has_value());
  const series::Epochs epochs = epochs_of(study, "sub-003");
  entropy::Parameters parameters{.m = 1};
  const std::vector<entropy::Pairwise> cells{pairwise(epochs, entropy::Measure::cross_apen, parameters)};
  const entropy::SurrogateTest wanted =
      test_pairwise(epochs, entropy::Measure::cross_apen, {{1}, {parameters.r}}, parameters, cells, entropy::Keep::mean,
                    study.description.surrogates);
  const netCDF::NcFile file(study.results().last_result().generic_string(), netCDF::NcFile::read);
  expect_numbers(file, 2, wanted);
  EXPECT_TRUE(std::isfinite(wanted.z[1]));
  EXPECT_THAT(files::test::dimensions(file, "p_family"), ElementsAre("subject", "channel", "partner"));
}

TEST(StudySurrogates, ChannelsAndScales) {
  SmallStudy study;
  ask(study, 20, Kind::phases);
  study.description.measure.measure = entropy::Measure::sampen;
  study.description.multiscale.emplace().scales = "1,2";
  ASSERT_TRUE(study.run().result.has_value());
  const series::Epochs epochs = epochs_of(study, "sub-002");
  const entropy::MultiscaleParameters at = *study.description.scales();
  const auto curves = multiscale_each_channel(epochs, at);
  const entropy::SurrogateTest of_curves =
      test_multiscale(epochs, at, curves, entropy::Keep::mean, study.description.surrogates);
  {
    const netCDF::NcFile file(study.results().last_result().generic_string(), netCDF::NcFile::read);
    expect_numbers(file, 1, of_curves);
  }
  study.description.multiscale.reset();
  ASSERT_TRUE(study.run().result.has_value());
  const netCDF::NcFile file(study.results().last_result().generic_string(), netCDF::NcFile::read);
  // Scale 1 is the series itself; q and the family-wise p are over other entries.
  const auto z = numbers<double>(file, "z");
  for (std::size_t channel = 0; channel < 3; ++channel) EXPECT_EQ(z[3 + channel], of_curves.z[2 * channel]);
}

class Recorder : public entropy::SurrogateStore {
 public:
  std::vector<double> take(std::size_t) override { return {}; }
  void keep(std::size_t first, std::span<const double> drawn) override {
    values[first].assign(drawn.begin(), drawn.end());
  }

  std::map<std::size_t, std::vector<double>> values;
};

Subject subject_of(const SmallStudy& study, std::size_t position) {
  Subject subject = find_subjects(study.description)[position];
  hash(study.description, subject, nullptr);
  return subject;
}

DrawnSurrogates drawn_of(const SmallStudy& study, const Subject& subject) {
  const std::string key = key_of_surrogates(study.description, subject);
  return {study.results().surrogates(subject.participant.id, key), key};
}

// What a killed process leaves of a subject: its first surrogates, in files.
std::size_t leave_first(const SmallStudy& study, const Subject& subject, std::size_t blocks) {
  Recorder recorder;
  measure(
      study.description, subject, [&] { return prepare_subject(study.description, subject, {}); }, {}, {}, &recorder);
  DrawnSurrogates drawn = drawn_of(study, subject);
  std::size_t left = 0;
  for (const auto& [first, values] : recorder.values) {
    if (left++ < blocks) drawn.keep(first, values);
  }
  return recorder.values.size();
}

void forget(const SmallStudy& study) {
  std::filesystem::remove_all(study.path("subjects"));
  std::filesystem::remove_all(study.path("results"));
}

std::string bytes_of_run(const SmallStudy& study, int threads = 0) {
  Execution execution{.threads = threads};
  run(study.description, study.results(), {}, execution);
  return bytes_of(study.results().last_result());
}

TEST(StudySurrogates, AnInterruptedTestContinuesToTheSameBytes) {
  for (const int stop : {0, 3}) {
    SmallStudy study;
    ask(study, 100, Kind::iaaft, stop);
    const std::string bytes = bytes_of_run(study);
    const Subject subject = subject_of(study, 1);
    for (const std::size_t blocks : {1, 2, 100}) {
      forget(study);
      EXPECT_GT(leave_first(study, subject, blocks), 2U);
      const DrawnSurrogates drawn = drawn_of(study, subject);
      EXPECT_TRUE(bytes_of_run(study, 1) == bytes) << stop << " " << blocks;
      EXPECT_FALSE(std::filesystem::exists(drawn.folder())) << "not needed any more";
    }
    // Killed between the values and their removal.
    leave_first(study, subject, 1);
    bytes_of_run(study);
    EXPECT_FALSE(std::filesystem::exists(drawn_of(study, subject).folder()));
  }
}

TEST(StudySurrogates, KeptSurrogatesAreUsedUnlessTheyAreDamaged) {
  SmallStudy study;
  ask(study, 60, Kind::shuffle);
  const std::string bytes = bytes_of_run(study);
  const Subject subject = subject_of(study, 0);
  const std::vector<double> wrong(std::size_t{16} * 9, 0.0);
  forget(study);
  drawn_of(study, subject).keep(0, wrong);
  EXPECT_FALSE(bytes_of_run(study) == bytes);
  const auto file = drawn_of(study, subject).folder() / "from-0.values";
  for (const bool cut_off : {true, false}) {
    forget(study);
    drawn_of(study, subject).keep(0, wrong);
    if (cut_off) std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1);
    if (!cut_off) DrawnSurrogates(file.parent_path(), "another key").keep(0, wrong);
    EXPECT_TRUE(bytes_of_run(study) == bytes) << cut_off;
  }
}

TEST(StudySurrogates, AnotherSeedOrParameterStartsAnewAndMoreSurrogatesDoNot) {
  SmallStudy study;
  ask(study, 40, Kind::shuffle);
  const Subject subject = subject_of(study, 0);
  const auto key = [&](const auto& change) {
    Description changed = study.description;
    change(changed);
    return key_of_surrogates(changed, subject);
  };
  const std::string own = key([](Description&) {});
  EXPECT_NE(key([](Description& d) { d.surrogates.seed = 2; }), own);
  EXPECT_NE(key([](Description& d) { d.surrogates.kind = Kind::phases; }), own);
  EXPECT_NE(key([](Description& d) { d.measure.r = {0.25}; }), own);
  EXPECT_NE(key([](Description& d) { d.prepare.epoch = 100; }), own);
  Subject other = subject;
  other.sha256[0] ^= 1;
  EXPECT_NE(key_of_surrogates(study.description, other), own);
  EXPECT_EQ(key([](Description& d) { d.surrogates.surrogates = 500; }), own);
  EXPECT_EQ(key([](Description& d) { d.surrogates.stop = 5; }), own);
  EXPECT_NE(key_of_values(study.description, subject), own);

  leave_first(study, subject, 100);
  ask(study, 70, Kind::shuffle);
  const std::string continued = bytes_of_run(study);
  forget(study);
  EXPECT_TRUE(bytes_of_run(study) == continued);
}

TEST(StudySurrogates, AKindForPairsIsNoneForChannels) {
  SmallStudy study;
  ask(study, 20, Kind::shift);
  study.description.measure.measure = entropy::Measure::sampen;
  EXPECT_THAT(error_of([&] { validate(study.description); }), Refuses("surrogate_kind", "shift"));
}

TEST(StudySurrogates, ASubjectWithoutSurrogatesSaysWhy) {
  SmallStudy study;
  ask(study, 20, Kind::epochs);
  study.description.prepare.epoch = 450;
  const StudyRun done = study.run();
  EXPECT_EQ(done.count(SubjectState::failed), 4u);
  EXPECT_THAT(done.subjects[0].reason, HasSubstr("surrogate_kind is epochs"));
}

}  // namespace
}  // namespace biotropy::study
