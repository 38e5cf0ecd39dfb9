// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/padding.hpp"

#include <algorithm>

#include "biotropy/nan.hpp"
#include "tests/matchers.hpp"

namespace biotropy::prepare {
namespace {

TEST(Padding, IsARunAtAnEnd) {
  const std::vector<double> samples = {5, 5, 5, 1, 2, 2, 2, 2, 3, 9, 9};
  EXPECT_EQ(find_padding(samples, 3).head, 3u);
  EXPECT_EQ(find_padding(samples, 3).tail, 0u);
  EXPECT_EQ(find_padding(samples, 2).tail, 2u);
  EXPECT_EQ(find_padding(samples, 4).head, 0u);
  EXPECT_EQ(find_padding(samples, 0).head, 0u);
  EXPECT_EQ(find_padding({}, 2).head, 0u);
  const std::vector<double> constant(6, 1e-13);
  EXPECT_EQ(find_padding(constant, 2).head, 6u);
  EXPECT_EQ(find_padding(constant, 2).tail, 0u);
  const std::vector<double> missing(6, kNaN);
  EXPECT_EQ(find_padding(missing, 2).head, 0u);
}

TEST(Padding, IsSeveralRunsOneBehindTheOther) {
  const std::vector<double> samples = {5, 5, 4, 4, 4, 1, 2, 3, 3, 3, 9, 9, 7, 7};
  EXPECT_EQ(find_padding(samples, 2).head, 5u);
  EXPECT_EQ(find_padding(samples, 2).tail, 7u);
  EXPECT_EQ(find_padding(samples, 3).head, 0u);
  const std::vector<double> steps = {1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0};  // a channel of steps is not padding alone
  EXPECT_EQ(find_padding(steps, 2).head, 3u);
  EXPECT_EQ(find_padding(steps, 2).tail, 4u);
}

// Two epochs of two channels.
TEST(Padding, OfManySeriesTheFirstIsSaid) {
  constexpr std::size_t n = 300;
  std::vector<double> samples(4 * n);
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = static_cast<double>(i * i % 101);
  const series::EpochView epochs(2, 2, n, samples);
  const auto set = [&](std::size_t series, std::size_t from, std::size_t to) {
    std::fill(samples.begin() + static_cast<std::ptrdiff_t>(series * n + from),
              samples.begin() + static_cast<std::ptrdiff_t>(series * n + to), 7.0);
  };
  set(0, 0, n);                       // constant
  set(1, n - kSuspiciousRun + 1, n);  // too short
  EXPECT_EQ(padding_notice(epochs, "x"), std::nullopt);
  set(3, 0, kSuspiciousRun);
  set(2, n - 120, n);
  const auto found = padding_notice(epochs, "x");
  EXPECT_EQ(found.value().code, "padding");
  series::EpochView labelled = epochs;
  const std::vector<std::string> labels{"Fz", "Cz"};
  labelled.labels = labels;
  EXPECT_THAT(padding_notice(labelled, "x")->text, HasSubstr("series 3 of 4, Fz,"));
  EXPECT_THAT(found->text,
              HasSubstr("2 of 4 series seem to have padding (series 3 of 4 ends in 120 samples without signal)"));
  set(2, n - 120, n - 119);
  samples[2 * n + n - 1] = 1.0;
  EXPECT_THAT(padding_notice(epochs, "x")->text, HasSubstr("(series 4 of 4 begins in 100 samples without signal)"));
}

// Channels that have a value without their ends.
TEST(Padding, OfARecordingConstantAndBadChannelsAreNotSaid) {
  series::Recording recording;
  recording.channels.resize(4);
  for (series::Channel& channel : recording.channels) channel.samples = {1, 2, 1, 3, 3, 3};
  const std::vector<std::size_t> all{0, 1, 2, 3}, last{3};
  recording.channels[0].samples.assign(6, 3.0);
  recording.channels[1].bad = "fell off";
  recording.channels[2].samples = {1, 2, 1, 3, 2, 3};
  EXPECT_EQ(padded_channels(recording, all, 3), padded_channels(recording, last, 3));
  EXPECT_FALSE(padded_channels(recording, last, 3).empty());
  EXPECT_THAT(padded_channels(recording, all, 4), IsEmpty());
}

}  // namespace
}  // namespace biotropy::prepare
