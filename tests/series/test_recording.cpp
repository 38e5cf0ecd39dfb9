// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "biotropy/series/recording.hpp"
#include "tests/error_of.hpp"
#include "tests/notices.hpp"

namespace biotropy::series {
namespace {

Recording recording(const std::vector<std::string>& labels) {
  Recording result;
  for (const auto& label : labels) {
    Channel channel{.label = label};
    result.channels.push_back(channel);
  }
  return result;
}

TEST(SelectChannels, ByLabelNumberAndRange) {
  const Recording eeg = recording({"Fp1", "Fp2", "O1", "O2"});
  EXPECT_THAT(select_channels(eeg, ""), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(select_channels(eeg, "O2,Fp1"), ElementsAre(3, 0));
  EXPECT_THAT(select_channels(eeg, "2"), ElementsAre(1));
  EXPECT_THAT(select_channels(eeg, "2-4"), ElementsAre(1, 2, 3));
  EXPECT_THAT(select_channels(eeg, "1-2,O2"), ElementsAre(0, 1, 3));
}

TEST(SelectChannels, BlanksAroundNamesAreNoPartOfThemUnlessAChannelHasThem) {
  const Recording eeg = recording({"Fz", "Cz", " Cz", "EEG Oz"});
  EXPECT_THAT(select_channels(eeg, "Fz, Cz"), ElementsAre(0, 2)) << "that is the label of a channel";
  EXPECT_THAT(select_channels(eeg, "Fz , EEG Oz"), ElementsAre(0, 3));
  EXPECT_THAT(select_channels(eeg, " 1, 3-4 "), ElementsAre(0, 2, 3));
  EXPECT_THAT(select_channels(recording({"Fz", "Cz"}), "Fz, Cz"), ElementsAre(0, 1));
  EXPECT_EQ(error_of([&] { select_channels(eeg, "Fz, Pz"); }).value(), "Pz");
}

TEST(SelectChannels, WithoutAListThoseOfTheBrain) {
  Recording mixed = recording({"Fz", "ECG1", "S1", "unknown"});
  mixed.channels[0].type = "EEG";
  mixed.channels[1].type = "ECG";
  mixed.channels[2].type = "NIRSCWAMPLITUDE";
  EXPECT_THAT(select_channels(mixed, ""), ElementsAre(0, 2, 3));
  EXPECT_TRUE(is_brain(mixed.channels[2].type));
  EXPECT_FALSE(is_brain(mixed.channels[1].type));
  EXPECT_FALSE(is_brain(mixed.channels[3].type));

  Recording heart = recording({"ECG1", "Resp"});
  heart.channels[0].type = "ECG";
  heart.channels[1].type = "RESP";
  EXPECT_EQ(error_of([&] { select_channels(heart, ""); }).parameter(), "channels");
  EXPECT_THAT(select_channels(heart, "Resp"), ElementsAre(1));
}

TEST(Pieces, EndAtGapsAndBeginAfterThem) {
  Channel channel{.rate = 2.0, .samples = {0, 1, 2, 3, 4, 5, 6}};
  ASSERT_EQ(pieces(channel).size(), 1U);
  channel.gap_starts = {2, 5};
  channel.gap_seconds = {10.0};  // how long the second gap lasted is not known
  const auto found = pieces(channel);
  ASSERT_EQ(found.size(), 3U);
  const std::array<std::size_t, 4> bounds{0, 2, 5, 7};
  const std::array<double, 3> onsets{0.0, 11.0, 12.5};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(found[i].begin, bounds[i]);
    EXPECT_EQ(found[i].end, bounds[i + 1]);
    EXPECT_EQ(found[i].onset, onsets[i]);
  }
}

TEST(SelectChannels, ALabelWinsOverANumberAndMayStandTwice) {
  EXPECT_THAT(select_channels(recording({"2", "1"}), "1"), ElementsAre(1));
  EXPECT_THAT(select_channels(recording({"EEG", "ECG", "EEG"}), "EEG"), ElementsAre(0, 2));
  EXPECT_THAT(select_channels(recording({"Fp1-Ref", "Fp2-Ref"}), "Fp2-Ref"), ElementsAre(1));
}

TEST(SelectChannels, WhatIsALabelAndANumberIsSaid) {
  const Recording shifted = recording({"E0", "1", "2", "Fp1-Ref", "3-4"});
  EXPECT_THAT(select_channels(shifted, "1,2"), ElementsAre(1, 2));
  EXPECT_THAT(select_channels(shifted, "1-2"), ElementsAre(0, 1));
  EXPECT_THAT(select_channels(shifted, "=1,=3"), ElementsAre(0, 2));
  EXPECT_THAT(select_channels(recording({"1-1", "1-2", "2-2", "=1"}), "=2,=1,2-2,=4"), ElementsAre(1, 0, 2, 3));
  EXPECT_THAT(ambiguous_names(shifted, "1, 2"), ElementsAre(coded("names_ambiguous"), coded("names_ambiguous")));
  EXPECT_THAT(ambiguous_names(shifted, "1-2"), ElementsAre(coded("names_ambiguous")));
  for (const std::string list : {"", "E0,3", "=1,=2", "1-4", "3-4", "Fp1-Ref", "9,,-,x"}) {
    EXPECT_THAT(ambiguous_names(shifted, list), IsEmpty()) << list;
  }
  // Blanks belong to the label that has them, and labels in the order of their numbers are not ambiguous.
  EXPECT_THAT(ambiguous_names(recording({"a", "1", " 1"}), "a, 1"), IsEmpty());
  EXPECT_THAT(ambiguous_names(recording({"1", "2", "3"}), "1,2-3"), IsEmpty());
}

TEST(SelectChannels, EveryChannelOnce) {
  const Recording eeg = recording({"Fp1", "Fp2", "O1"});
  for (const std::string list : {"Fp2,Fp2", "1-2,2", "Fp1,3,1-2"}) {
    EXPECT_EQ(error_of([&] { select_channels(eeg, list); }).parameter(), "channels");
  }
}

TEST(SelectChannels, WhatIsNotThereListsWhatIs) {
  const Recording eeg = recording({"Fp1", "Fp2"});
  for (const char* wrong : {"O1", "0", "3", "2-1", "1-3", "1-", "-1", "Fp1,", ",", "1.0", "fp1"}) {
    EXPECT_THAT(error_of([&] { select_channels(eeg, wrong); }), refuses("channels"));
  }
}

TEST(SelectChannels, OfVeryManySomeAreListed) {
  std::vector<std::string> labels;
  for (int number = 1; number <= 100'000; ++number) labels.push_back("c" + std::to_string(number));
  const Error error = error_of([&] { select_channels(recording(labels), "d500"); });
  EXPECT_THAT(error.what(), HasSubstr("1 to 100000, of [c1, c2, "));
  EXPECT_THAT(error.what(), HasSubstr(", c499, c500 and 99500 more] (did you mean 'c500'?)"));
}

TEST(Distinct, RepeatedLabelsGetANumberThatNobodyHas) {
  EXPECT_THAT(distinct({"Fz", "Fz", "Cz", "Fz", "Fz (2)"}), ElementsAre("Fz", "Fz (3)", "Cz", "Fz (4)", "Fz (2)"));
}

}  // namespace
}  // namespace biotropy::series
