// SPDX-License-Identifier: Apache-2.0
//
// A study compared with the same numbers computed one by one, and its behaviour under interruptions, shards and
// changes.
#include <cmath>
#include <fstream>

#include "biotropy/entropy/entropy.hpp"
#include "biotropy/entropy/multiscale.hpp"
#include "biotropy/files/open.hpp"
#include "tests/files/fif_bytes.hpp"
#include "tests/files/netcdf_contents.hpp"
#include "tests/files/outcome.hpp"
#include "tests/notices.hpp"
#include "tests/study/small_study.hpp"

namespace biotropy::study {
namespace {

using files::error_of;
using files::test::numbers;
using files::test::strings;
using test::SmallStudy;

// The mean over the epochs of a recording, by the functions of single series.
template <typename Value>
double mean_over_epochs(const SmallStudy& study, const std::string& id, const Value& value) {
  const series::Recording recording = files::open(study.path(id + ".edf"));
  const std::size_t length = study.description.prepare.epoch.samples({}, "epoch"),
                    n = recording.channels[0].samples.size() / length;
  double sum = 0.0;
  for (std::size_t epoch = 0; epoch < n; ++epoch) {
    const auto samples = [&](std::size_t channel) {
      return series::Samples(recording.channels[channel].samples).subspan(epoch * length, length);
    };
    sum += value(samples);
  }
  return sum / static_cast<double>(n);
}

TEST(Study, PairsAreThoseOfTheRecordings) {
  const SmallStudy study;
  const StudyRun done = study.run();
  ASSERT_TRUE(done.result.has_value());
  EXPECT_EQ(done.count(SubjectState::computed), 4u);
  const netCDF::NcFile file(study.results().last_result().generic_string(), netCDF::NcFile::read);
  EXPECT_THAT(files::test::dimensions(file, "value"), ElementsAre("subject", "channel", "partner"));
  EXPECT_THAT(strings(file, "subject"), ElementsAre("sub-001", "sub-002", "sub-003", "sub-004"));
  EXPECT_THAT(strings(file, "channel"), ElementsAre("A1", "A2", "A3"));
  const auto values = numbers<double>(file, "value");
  ASSERT_EQ(values.size(), 36u);
  entropy::Parameters parameters{.m = 1};
  for (std::size_t entry = 0; entry < 9; ++entry) {
    const double expected = mean_over_epochs(study, "sub-003", [&](const auto& samples) {
      return entropy::cross_approximate_entropy(samples(entry / 3), samples(entry % 3), parameters).value;
    });
    EXPECT_EQ(values[18 + entry], expected) << entry;
  }
  EXPECT_EQ(numbers<double>(file, "mean")[10], (values[19] + values[28]) / 2.0);
  EXPECT_EQ(numbers<double>(file, "valid_epochs")[0], 3.0);
}

// With a tolerance of each epoch, the counts are those of the epochs one by one.
TEST(Study, PooledEpochsHaveTheValueOfTheirCounts) {
  for (const bool pairs : {false, true}) {
    SmallStudy study;
    study.description.measure.measure = pairs ? entropy::Measure::cross_sampen : entropy::Measure::sampen;
    study.description.measure.options["pool_epochs"] = std::string("epoch");
    ASSERT_TRUE(study.run().result.has_value());
    const netCDF::NcFile file(study.results().last_result().generic_string(), netCDF::NcFile::read);
    const auto values = numbers<double>(file, "value"), epochs = numbers<double>(file, "valid_epochs");
    const std::size_t entries = pairs ? 9 : 3;
    ASSERT_EQ(values.size(), 4 * entries);
    entropy::Parameters parameters{.m = 1};
    for (std::size_t entry = 0; entry < entries; ++entry) {
      double b = 0.0, a = 0.0;
      mean_over_epochs(study, "sub-002", [&](const auto& samples) {
        const entropy::Entropy one =
            pairs ? entropy::cross_sample_entropy(samples(entry / 3), samples(entry % 3), parameters)
                  : entropy::sample_entropy(samples(entry), parameters);
        b += static_cast<double>(one.matches_m);
        a += static_cast<double>(one.matches_m1);
        return 0.0;
      });
      EXPECT_EQ(values[entries + entry], std::log(b / a)) << entry;
      EXPECT_EQ(epochs[entries + entry], 3.0);
    }
  }
  SmallStudy tested;
  tested.description.measure.measure = entropy::Measure::sampen;
  tested.description.measure.options["pool_epochs"] = std::string("recording");
  tested.description.surrogates.surrogates = 19;
  EXPECT_THAT(error_of([&] { tested.run(); }),
              IsError(ErrorCode::invalid_argument, "no for a test against surrogates"));
}

// An epoch that is rejected in a channel is left out of its counts alone, and said.
TEST(Study, RejectedEpochsAreLeftOutOfPooledCounts) {
  SmallStudy study;
  study.description.measure.measure = entropy::Measure::sampen;
  study.description.measure.options["pool_epochs"] = std::string("recording");
  std::ofstream(study.path("sub-003_channels.tsv"))
      << "name\ttype\tstatus\nA1\tEEG\tgood\nA2\tEEG\tbad\nA3\tEEG\tgood\n";
  ASSERT_TRUE(study.run().result.has_value());
  const netCDF::NcFile file(study.results().last_result().generic_string(), netCDF::NcFile::read);
  const auto values = numbers<double>(file, "value"), epochs = numbers<double>(file, "valid_epochs");
  EXPECT_TRUE(std::isnan(values[7]));
  EXPECT_EQ(epochs[7], 0.0);
  EXPECT_EQ(epochs[6], 3.0);
  EXPECT_TRUE(std::isfinite(values[6]));
}

// A bad channel has no values in that subject alone; the table is part of what the values depend on.
TEST(Study, BadChannelsOfATable) {
  const SmallStudy study;
  study.run();
  const std::string good = "name\ttype\tstatus\nA1\tEEG\tgood\nA2\tEEG\tgood\nA3\tEEG\tgood\n";
  std::ofstream(study.path("sub-003_channels.tsv")) << good;
  EXPECT_EQ(study.run().count(SubjectState::computed), 1u);
  const netCDF::NcFile same(study.results().last_result().generic_string(), netCDF::NcFile::read);
  const auto before = numbers<double>(same, "value");
  std::ofstream(study.path("sub-003_channels.tsv"))
      << "name\ttype\tstatus\nA1\tEEG\tgood\nA2\tEEG\tbad\nA3\tEEG\tgood\n";
  EXPECT_EQ(study.run().count(SubjectState::computed), 1u);
  const netCDF::NcFile file(study.results().last_result().generic_string(), netCDF::NcFile::read);
  const auto values = numbers<double>(file, "value");
  ASSERT_EQ(values.size(), 36u);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t subject = i / 9, channel = i % 9 / 3, partner = i % 3;
    const bool is_bad = subject == 2 && (channel == 1 || partner == 1);
    if (is_bad) {
      EXPECT_TRUE(std::isnan(values[i])) << i;
    } else {
      EXPECT_EQ(values[i], before[i]) << i;
    }
  }
}

// By default padding has no part in a mean: the value is that of the recording without it. In the result it is said
// once, measured or not.
TEST(Study, PaddingIsLeftOut) {
  SmallStudy study;
  study.description.measure.measure = entropy::Measure::sampen;
  study.description.measure.m = {2};
  const auto ran = [&](std::size_t samples, std::size_t padding) {
    study.replace("sub-002", samples, padding);
    return *study.run().result;
  };
  const StudyResult without = ran(450, 0), with = ran(450, 120);
  EXPECT_EQ(with.cohort.values, without.cohort.values);
  EXPECT_EQ(with.cohort.subjects[1].n_epochs, 4U - 1U);
  const auto of_padding = [](NoticeLevel level) { return AllOf(coded("padding"), Field(&Notice::level, level)); };
  EXPECT_THAT(without.statistics.notices, Not(Contains(coded("padding"))));
  EXPECT_THAT(with.statistics.notices, Contains(of_padding(NoticeLevel::note)).Times(1));
  const StudyResult rejected = ran(420, 180);  // the third epoch has some of it, the fourth is constant
  EXPECT_THAT(rejected.cohort.valid_epochs, AllOf(Contains(2.0), Contains(3.0)));
  study.description.prepare.padding = 0;
  const StudyResult measured = ran(420, 180);
  EXPECT_THAT(measured.cohort.valid_epochs, Each(3.0));
  EXPECT_THAT(measured.statistics.notices, Contains(of_padding(NoticeLevel::warning)).Times(1));
}

TEST(Study, ChannelsAndScales) {
  SmallStudy study;
  study.description.measure.measure = entropy::Measure::sampen;
  ASSERT_TRUE(study.run().result.has_value());
  {
    const netCDF::NcFile file(study.results().last_result().generic_string(), netCDF::NcFile::read);
    EXPECT_THAT(files::test::dimensions(file, "value"), ElementsAre("subject", "channel"));
    entropy::Parameters parameters{.m = 1};
    const double expected = mean_over_epochs(
        study, "sub-002", [&](const auto& samples) { return entropy::sample_entropy(samples(2), parameters).value; });
    EXPECT_EQ(numbers<double>(file, "value")[5], expected);
  }
  study.description.multiscale.emplace().scales = "1,2";
  ASSERT_TRUE(study.run().result.has_value());
  const netCDF::NcFile file(study.results().last_result().generic_string(), netCDF::NcFile::read);
  EXPECT_THAT(files::test::dimensions(file, "value"), ElementsAre("subject", "channel", "scale"));
  EXPECT_THAT(files::test::dimensions(file, "contrast_p"), ElementsAre("contrast", "channel", "scale"));
  EXPECT_THAT(numbers<double>(file, "scale"), ElementsAre(1.0, 2.0));
  entropy::MultiscaleParameters at{.scales = {1, 2}};
  at.entropy.m = 1;
  const double expected = mean_over_epochs(study, "sub-002", [&](const auto& samples) {
    return entropy::multiscale_entropy(samples(2), at).scales[1].entropy.value;
  });
  EXPECT_EQ(numbers<double>(file, "value")[11], expected);
  // A scale without values alone rejects nothing.
  study.description.multiscale->scales = "1,60";
  const std::optional<StudyResult> found = study.run().result;
  ASSERT_TRUE(found.has_value());
  EXPECT_THAT(found->cohort.valid_epochs, AllOf(Contains(0.0), Contains(3.0)));
  EXPECT_THAT(found->cohort.subjects, Each(Field(&CohortSubject::rejections, IsEmpty())));
}

TEST(Study, FinishedWorkIsKeptAndTheBytesAreTheSame) {
  const SmallStudy study;
  study.run();
  const std::string bytes = bytes_of(study.results().last_result());
  const StudyRun again = study.run();
  EXPECT_EQ(again.count(SubjectState::kept), 4u);
  EXPECT_EQ(bytes_of(again.result->path), bytes);
  std::filesystem::remove_all(study.path("subjects"));
  std::filesystem::remove_all(study.path("results"));
  EXPECT_EQ(study.run().count(SubjectState::computed), 4u);
  EXPECT_EQ(bytes_of(study.results().last_result()), bytes);
  Execution one{.threads = 1};
  std::filesystem::remove_all(study.path("subjects"));
  run(study.description, study.results(), {}, one);
  EXPECT_EQ(bytes_of(study.results().last_result()), bytes);
}

TEST(Study, ShardsAndMergeMakeTheSameResult) {
  const SmallStudy study;
  study.run();
  const std::string bytes = bytes_of(study.results().last_result());
  const StudyFolder other(study.path("other"));
  const StudyRun first = run(study.description, other, shard("1/3"), {});
  EXPECT_FALSE(first.result.has_value());
  EXPECT_EQ(first.count(SubjectState::computed), 2u);
  EXPECT_EQ(first.count(SubjectState::elsewhere), 2u);
  EXPECT_THAT(error_of([&] { merge(study.description, other, {}); }),
              IsError(ErrorCode::invalid_data, "2 of 4 subjects have not been measured yet: sub-002, sub-003"));
  run(study.description, other, shard("2/3"), {});
  run(study.description, other, shard("3/3"), {});
  merge(study.description, other, {});
  EXPECT_EQ(bytes_of(other.last_result()), bytes);
}

TEST(Study, AChangeMakesAnotherResultAndKeepsTheOldOne) {
  SmallStudy study;
  const auto first = study.run().result->path;
  const std::string bytes = bytes_of(first);
  study.description.measure.r = {0.3};
  const StudyRun second = study.run();
  EXPECT_EQ(second.count(SubjectState::computed), 4u);
  EXPECT_NE(second.result->path, first);
  EXPECT_EQ(bytes_of(first), bytes);
  study.description.measure.r.clear();
  // Another recording for one of them: the other values are kept.
  study.replace("sub-001", 450);
  const StudyRun third = study.run();
  EXPECT_EQ(third.count(SubjectState::computed), 1u);
  EXPECT_EQ(third.count(SubjectState::kept), 3u);
  EXPECT_NE(third.result->path, first);
  // Changing only the statistics measures nothing.
  study.description.statistics.permutations.seed = 2;
  EXPECT_EQ(study.run().count(SubjectState::kept), 4u);
}

// Their identity would be that of the first file alone.
TEST(Study, RecordingsOfSeveralFilesAreRefused) {
  const SmallStudy study;
  for (const auto& [name, next] : {std::pair{"sub-001.edf", "further.fif"}, std::pair{"further.fif", ""}}) {
    files::test::FifBytes fif = files::test::fif_head({{"A1"}});
    fif.begin(102).begin(118).integers(115, {2}).text(118, next).end(118).shorts(300, {1, 2, 3}).end(102);
    std::ofstream(study.path(name), std::ios::binary) << fif.bytes();
  }
  EXPECT_THAT(study.run().subjects[0].reason, HasSubstr("the recording lies in several files"));
}

TEST(Study, SubjectsThatFailDoNotStopTheOthers) {
  const SmallStudy study;
  study.replace("sub-001", 100);                       // shorter than an epoch
  std::filesystem::remove(study.path("sub-003.edf"));  // no file
  const StudyRun done = study.run();
  EXPECT_EQ(done.count(SubjectState::failed), 2u);
  EXPECT_THAT(done.subjects[0].reason, HasSubstr("100"));
  ASSERT_TRUE(done.result.has_value());
  const Cohort& cohort = done.result->cohort;
  EXPECT_THAT(cohort.subjects[2].exclusion, HasSubstr("sub-003.edf"));
  EXPECT_EQ(cohort.n_used(), 2u);
  const netCDF::NcFile file(done.result->path.generic_string(), netCDF::NcFile::read);
  EXPECT_THAT(strings(file, "status"), ElementsAre("excluded", "used", "excluded", "used"));
  const StudyRun again = study.run();
  EXPECT_EQ(again.count(SubjectState::kept), 2u);
  EXPECT_EQ(again.count(SubjectState::failed), 2u);
}

TEST(Study, DamagedValuesAreFoundAgain) {
  const SmallStudy study;
  study.run();
  const std::string bytes = bytes_of(study.results().last_result());
  for (const auto& entry : std::filesystem::directory_iterator(study.path("subjects"))) {
    std::filesystem::resize_file(entry.path(), entry.file_size() - 1);
    break;
  }
  Notices notices;
  Listener listener;
  listener.notify = [&](const Notice& notice) { notices.push_back(notice); };
  EXPECT_EQ(status(study.description, study.results(), {}).subjects.size(), 4u);
  EXPECT_EQ(run(study.description, study.results(), {}, {}, listener).count(SubjectState::computed), 1u);
  EXPECT_THAT(notices, ElementsAre(coded("values_damaged")));
  EXPECT_EQ(bytes_of(study.results().last_result()), bytes);
}

TEST(Study, StatusWritesNothing) {
  const SmallStudy study;
  const StudyStatus before = status(study.description, study.results(), {});
  EXPECT_FALSE(before.has_result);
  EXPECT_EQ(before.subjects[0].state, SubjectState::missing);
  EXPECT_FALSE(std::filesystem::exists(study.path("subjects")));
  study.run();
  const StudyStatus after = status(study.description, study.results(), {});
  EXPECT_TRUE(after.has_result);
  EXPECT_EQ(after.subjects[3].state, SubjectState::kept);
}

TEST(Study, CanBeCancelled) {
  const SmallStudy study;
  CancelFlag cancel;
  cancel.cancel();
  Execution execution{.cancel = &cancel};
  EXPECT_THAT(error_of([&] { run(study.description, study.results(), {}, execution); }),
              IsError(ErrorCode::cancelled, ""));
  EXPECT_TRUE(std::filesystem::is_empty(study.path("subjects")));
}

}  // namespace
}  // namespace biotropy::study
