// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/simultaneous.hpp"

#include "biotropy/nan.hpp"
#include "fixtures.hpp"
#include "tests/error_of.hpp"

namespace biotropy::prepare {
namespace {

using ::testing::DoubleEq;

// Two channels of one label, and a bad one, at 2 samples per second; a gap of 3 seconds before sample 2.
series::Recording with_a_gap() {
  series::Recording made = recording(2.0, {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}});
  made.channels[1].label = made.channels[0].label = "Fz";
  made.channels[2].label = "Cz";
  made.channels[2].unit = "mV";
  made.channels[2].bad = "flat";
  for (series::Channel& channel : made.channels) {
    channel.gap_starts = {2};
    channel.gap_seconds = {3.0};
  }
  return made;
}

TEST(Simultaneous, ChosenChannelsStandOneAfterTheOther) {
  const Simultaneous made = simultaneous(recording(4.0, {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}), "3,1", 0);
  EXPECT_EQ(made.n_times, 3U);
  EXPECT_THAT(made.samples, ElementsAre(7, 8, 9, 1, 2, 3));
  EXPECT_THAT(made.times, ElementsAre(0.0, 0.25, 0.5));
  EXPECT_THAT(made.labels, ElementsAre("c3", "c1"));
  EXPECT_THAT(made.units, ElementsAre("uV", "uV"));
  EXPECT_THAT(made.bads, ElementsAre("", ""));
  EXPECT_EQ(made.rate, 4.0);
  EXPECT_EQ(made.gaps.size(), 0U);
}

TEST(Simultaneous, LabelsAreTheSameWhicheverChannelsAreChosen) {
  const Simultaneous all = simultaneous(with_a_gap(), "", 1), second = simultaneous(with_a_gap(), "2", 1);
  EXPECT_THAT(all.labels, ElementsAre("Fz", "Fz (2)", "Cz"));
  EXPECT_THAT(second.labels, ElementsAre("Fz (2)"));
  EXPECT_THAT(all.units, ElementsAre("uV", "uV", "mV"));
  EXPECT_THAT(all.bads, ElementsAre("", "", Not(IsEmpty())));
  EXPECT_THAT(second.bads, ElementsAre(""));
}

// The samples before and behind the gap are at 0, 0.5, 4 and 4.5 s.
TEST(Simultaneous, GapsAreFilledAndTheirTimesEvenlySpaced) {
  const Simultaneous made = simultaneous(with_a_gap(), "1,3", 2);
  EXPECT_EQ(made.gaps.size(), 1U);
  EXPECT_EQ(made.n_times, 6U);
  const auto missing = NanSensitiveDoubleEq(kNaN);
  EXPECT_THAT(made.samples, ElementsAre(DoubleEq(1), DoubleEq(2), missing, missing, DoubleEq(3), DoubleEq(4),
                                        DoubleEq(9), DoubleEq(10), missing, missing, DoubleEq(11), DoubleEq(12)));
  EXPECT_THAT(made.times, ElementsAre(DoubleEq(0.0), DoubleEq(0.5), DoubleEq(0.5 + 3.5 / 3.0),
                                      DoubleEq(0.5 + 7.0 / 3.0), DoubleEq(4.0), DoubleEq(4.5)));
  const Simultaneous one = simultaneous(with_a_gap(), "2", 1);
  EXPECT_THAT(one.samples, ElementsAre(DoubleEq(5), DoubleEq(6), missing, DoubleEq(7), DoubleEq(8)));
  EXPECT_THAT(one.times, ElementsAre(0.0, 0.5, 2.25, 4.0, 4.5));
}

TEST(Simultaneous, WithoutARateTimesAreSamples) {
  series::Recording made = recording(1.0, {{1, 2, 3}});
  made.channels[0].has_rate = false;
  const Simultaneous found = simultaneous(made, "", 0);
  EXPECT_EQ(found.rate, std::nullopt);
  EXPECT_THAT(found.times, ElementsAre(0, 1, 2));
}

TEST(Simultaneous, MistakesAreNamed) {
  EXPECT_EQ(error_of([] { simultaneous(with_a_gap(), "", 0); }).code(), ErrorCode::missing_values);
  const Error twice = error_of([] { simultaneous(with_a_gap(), "3,1-3", 1); });
  EXPECT_EQ(twice.parameter(), "channels");
  EXPECT_EQ(twice.value(), "3,1-3");
  EXPECT_EQ(twice.allowed(), "every channel once (Cz is there twice)");
  EXPECT_EQ(error_of([] { simultaneous(with_a_gap(), "Pz", 1); }).code(), ErrorCode::invalid_argument);
  series::Recording empty{.path = "a.edf"};
  EXPECT_EQ(error_of([&] { simultaneous(empty, "", 0); }).code(), ErrorCode::bad_file);
}

TEST(Simultaneous, ReadersAreToldWhichChannelsAreNeeded) {
  EXPECT_THAT(simultaneous_channels(with_a_gap(), "3,1"), ElementsAre(2, 0));
  EXPECT_THAT(simultaneous_channels(with_a_gap(), "Fz (2)"), ElementsAre(1));
  EXPECT_THAT(simultaneous_channels(with_a_gap(), "Pz"), IsEmpty());
  EXPECT_THAT(simultaneous_channels(with_a_gap(), "1,1"), IsEmpty());
}

}  // namespace
}  // namespace biotropy::prepare
