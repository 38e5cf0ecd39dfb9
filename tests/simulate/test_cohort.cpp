// SPDX-License-Identifier: Apache-2.0
#include <fstream>

#include "biotropy/files/open.hpp"
#include "biotropy/simulate/cohort.hpp"
#include "tests/error_of.hpp"
#include "tests/files/scratch.hpp"
#include "tests/simulate/naive.hpp"

namespace biotropy::simulate {
namespace {

CohortSettings small_cohort() {
  return CohortSettings{.subjects = 3, .channels = 6, .epochs = 2, .epoch_length = 512};
}

/// Mean Cross-ApEn (m = 1, r = 0.2) over ordered pairs of different channels, from `first` to before `last`.
double mean_cross_apen(const series::Recording& recording, std::size_t first, std::size_t last) {
  double sum = 0.0;
  int count = 0;
  for (std::size_t channel = first; channel < last; ++channel) {
    for (std::size_t partner = first; partner < last; ++partner) {
      if (channel == partner) continue;
      sum += naive::cross_apen(recording.channels[channel].samples, recording.channels[partner].samples, 1, 0.2);
      ++count;
    }
  }
  return sum / count;
}

struct GroupMeans {
  double affected = 0.0, others = 0.0;  // means over subjects
  double lowest = 1e9, highest = 0.0;   // of the mean of the other channels, over subjects
};

std::vector<GroupMeans> group_means(const CohortSettings& settings, std::size_t n_affected) {
  std::vector<GroupMeans> means;
  for (int group = 0; group < settings.groups; ++group) {
    GroupMeans& one = means.emplace_back();
    for (int subject = 0; subject < settings.subjects; ++subject) {
      const series::Recording recording = simulate_subject(settings, group, subject);
      const double others = mean_cross_apen(recording, n_affected, recording.channels.size());
      one.affected += mean_cross_apen(recording, 0, n_affected) / settings.subjects;
      one.others += others / settings.subjects;
      one.lowest = std::min(one.lowest, others);
      one.highest = std::max(one.highest, others);
    }
  }
  return means;
}

CohortSettings cohort_with_an_effect() {
  CohortSettings settings = small_cohort();
  settings.subjects = 8;
  settings.channels = 9;
  settings.epochs = 1;
  settings.weakest_coupling = 18;
  return settings;
}

TEST(Cohort, CrossApEnRisesFromGroupToGroupInTheAffectedChannels) {
  const std::vector<GroupMeans> means = group_means(cohort_with_an_effect(), 3);
  for (std::size_t group = 1; group < means.size(); ++group) {
    EXPECT_GT(means[group].affected, means[group - 1].affected + 0.05) << group;
  }
  // The effect is in the affected channels.
  const auto rise = [&](double GroupMeans::*of) { return means[2].*of - means[0].*of; };
  EXPECT_GT(rise(&GroupMeans::affected), 1.5 * rise(&GroupMeans::others));
  // In the others subjects differ by more than groups do.
  for (const GroupMeans& one : means) EXPECT_GT(one.highest - one.lowest, rise(&GroupMeans::others));
}

TEST(Cohort, AffectedChannelsAreThoseThatTheSettingsSay) {
  CohortSettings settings = cohort_with_an_effect();
  // The coupling of the last group changes the samples of the affected channels; through the mean it affects all
  // others.
  const auto samples = [&](double weakest, std::optional<int> affected) {
    settings.weakest_coupling = weakest;
    settings.affected = affected;
    return simulate_subject(settings, 2, 0).channels[8].samples;
  };
  EXPECT_EQ(samples(18, 0), samples(30, 0));
  EXPECT_EQ(samples(18, 3), samples(18, {}));
  EXPECT_NE(samples(18, 3), samples(18, 4));
  EXPECT_EQ(samples(36, 9), samples(36, 0));
}

TEST(Cohort, ParticipantsAreNumberedThroughTheGroups) {
  CohortSettings settings = small_cohort();
  settings.groups = 2;
  settings.subjects = 2;
  std::vector<std::string> rows;
  for (const Participant& row : participants(settings)) rows.push_back(row.id + " " + row.group + " " + row.file);
  EXPECT_THAT(rows, ElementsAre("sub-001 group-1 sub-001.edf", "sub-002 group-1 sub-002.edf",
                                "sub-003 group-2 sub-003.edf", "sub-004 group-2 sub-004.edf"));
}

TEST(Cohort, RecordingIsThatOfTheSettings) {
  const CohortSettings settings = small_cohort();
  const series::Recording recording = simulate_subject(settings, 0, 0);
  ASSERT_EQ(recording.channels.size(), 6u);
  EXPECT_EQ(recording.channels[5].label, "A6");
  EXPECT_EQ(recording.channels[5].unit, "fT");
  EXPECT_EQ(recording.channels[5].rate, 169.549);
  EXPECT_EQ(recording.channels[5].samples.size(), 1024u);
  const double sd = naive::sd(recording.channels[5].samples);
  EXPECT_GT(sd, 20.0);
  EXPECT_LT(sd, 500.0);
}

TEST(Cohort, SubjectsDifferAndDoNotDependOnEachOther) {
  CohortSettings settings = small_cohort();
  const auto first = simulate_subject(settings, 0, 1).channels[0].samples;
  EXPECT_NE(first, simulate_subject(settings, 0, 0).channels[0].samples);
  settings.subjects = 20;
  EXPECT_EQ(first, simulate_subject(settings, 0, 1).channels[0].samples);
  settings.seed = 2;
  EXPECT_NE(first, simulate_subject(settings, 0, 1).channels[0].samples);
}

class CohortFiles : public testing::Test {
 protected:
  std::string content(const std::string& name) const { return bytes_of(folder_ / name); }

  const Scratch scratch_;
  const std::filesystem::path folder_ = scratch_.path("cohort");
};

TEST_F(CohortFiles, AreReadBackAsTheyWereSimulated) {
  CohortSettings settings = small_cohort();
  settings.groups = 2;
  settings.subjects = 1;
  std::uint64_t done = 0;
  const Cohort cohort = write_cohort(settings, folder_, {}, [&](std::uint64_t now, std::uint64_t) { done = now; });
  EXPECT_EQ(done, 2u);
  EXPECT_EQ(cohort.participants.size(), 2u);
  EXPECT_EQ(content("participants.tsv"),
            "participant_id\tgroup\tfile\nsub-001\tgroup-1\tsub-001.edf\nsub-002\tgroup-2\tsub-002.edf\n");
  const series::Recording expected = simulate_subject(settings, 1, 0);
  const series::Recording read = files::open(folder_ / "sub-002.edf");
  EXPECT_THAT(read.notices, IsEmpty());
  ASSERT_EQ(read.channels.size(), 6u);
  for (std::size_t channel = 0; channel < 6; ++channel) {
    EXPECT_EQ(read.channels[channel].label, expected.channels[channel].label);
    EXPECT_EQ(read.channels[channel].unit, "fT");
    EXPECT_NEAR(read.channels[channel].rate, 169.549, 1e-5);
    const auto& samples = read.channels[channel].samples;
    ASSERT_EQ(samples.size(), 1024u);
    for (std::size_t i = 0; i < samples.size(); ++i) {
      ASSERT_NEAR(samples[i], expected.channels[channel].samples[i], 0.02) << channel << " " << i;
    }
  }
}

TEST_F(CohortFiles, DoNotDependOnTheNumberOfThreads) {
  CohortSettings settings = small_cohort();
  settings.epochs = 1;
  write_cohort(settings, folder_, {.threads = 1});
  const std::string first = content("sub-009.edf");
  write_cohort(settings, folder_, {.threads = 4});
  EXPECT_EQ(first, content("sub-009.edf"));
  EXPECT_GT(first.size(), 2u * 6 * 512);
}

TEST_F(CohortFiles, AreNotLeftHalfWrittenWhenCancelled) {
  CancelFlag cancel;
  cancel.cancel();
  EXPECT_EQ(error_of([&] { write_cohort(small_cohort(), folder_, {.cancel = &cancel}); }).code(), ErrorCode::cancelled);
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

TEST_F(CohortFiles, CannotBeWrittenWhereAFileStands) {
  std::ofstream(folder_) << "here";
  EXPECT_EQ(error_of([&] { write_cohort(small_cohort(), folder_); }).code(), ErrorCode::io);
}

void expect_argument_error(const CohortSettings& settings, const std::string& parameter) {
  EXPECT_THAT(error_of([&] { participants(settings); }), refuses(parameter));
}

TEST(Cohort, MistakesAreNamed) {
  const auto with = [](auto change) {
    CohortSettings settings = small_cohort();
    change(settings);
    return settings;
  };
  expect_argument_error(with([](auto& s) { s.groups = 0; }), "groups");
  expect_argument_error(with([](auto& s) { s.subjects = -1; }), "subjects");
  expect_argument_error(with([](auto& s) { s.channels = 0; }), "channels");
  expect_argument_error(with([](auto& s) { s.affected = -1; }), "affected");
  expect_argument_error(with([](auto& s) { s.affected = 7; }), "affected");
  expect_argument_error(with([](auto& s) { s.epochs = 0; }), "epochs");
  expect_argument_error(with([](auto& s) { s.epoch_length = 0; }), "epoch_length");
  expect_argument_error(with([](auto& s) { s.weakest_coupling = 50; }), "weakest_coupling");
}

}  // namespace
}  // namespace biotropy::simulate
