// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "biotropy/error.hpp"
#include "biotropy/simulate/cohort.hpp"
#include "tests/simulate/naive.hpp"

namespace biotropy::simulate {
namespace {

CohortSettings small_cohort() {
  CohortSettings settings;
  settings.subjects = 3;
  settings.channels = 6;
  settings.epochs = 2;
  settings.epoch_length = 512;
  return settings;
}

/// Mean Cross-ApEn (m = 1, r = 0.2) over all ordered pairs of different channels and all epochs.
double mean_cross_apen(const series::Recording& recording, std::size_t epoch_length) {
  double sum = 0.0;
  int count = 0;
  const auto epoch = [&](std::size_t channel, std::size_t start) {
    const auto first = recording.channels[channel].samples.begin() + static_cast<std::ptrdiff_t>(start);
    return naive::Series(first, first + static_cast<std::ptrdiff_t>(epoch_length));
  };
  for (std::size_t start = 0; start + epoch_length <= recording.channels[0].samples.size(); start += epoch_length) {
    for (std::size_t channel = 0; channel < recording.channels.size(); ++channel) {
      for (std::size_t partner = 0; partner < recording.channels.size(); ++partner) {
        if (channel == partner) continue;
        sum += naive::cross_apen(epoch(channel, start), epoch(partner, start), 1, 0.2);
        ++count;
      }
    }
  }
  return sum / count;
}

TEST(Cohort, MeanCrossApEnRisesFromGroupToGroup) {
  const CohortSettings settings = small_cohort();
  double previous_highest = 0.0;
  for (int group = 0; group < settings.groups; ++group) {
    double lowest = 1e9, highest = 0.0;
    for (int subject = 0; subject < settings.subjects; ++subject) {
      const double mean = mean_cross_apen(simulate_subject(settings, group, subject), 512);
      lowest = std::min(lowest, mean);
      highest = std::max(highest, mean);
    }
    EXPECT_GT(lowest, previous_highest) << "group " << group;
    previous_highest = highest;
  }
}

TEST(Cohort, ParticipantsAreNumberedThroughTheGroups) {
  CohortSettings settings = small_cohort();
  settings.groups = 2;
  settings.subjects = 2;
  std::vector<std::string> rows;
  for (const Participant& row : participants(settings)) rows.push_back(row.id + " " + row.group + " " + row.file);
  EXPECT_THAT(rows, testing::ElementsAre("sub-001 group-1 sub-001.edf", "sub-002 group-1 sub-002.edf",
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

void expect_argument_error(const CohortSettings& settings, const std::string& parameter) {
  try {
    participants(settings);
    FAIL() << parameter;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_EQ(error.parameter(), parameter);
  }
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
  expect_argument_error(with([](auto& s) { s.epochs = 0; }), "epochs");
  expect_argument_error(with([](auto& s) { s.epoch_length = 0; }), "epoch_length");
  expect_argument_error(with([](auto& s) { s.weakest_coupling = 50; }), "weakest_coupling");
}

}  // namespace
}  // namespace biotropy::simulate
