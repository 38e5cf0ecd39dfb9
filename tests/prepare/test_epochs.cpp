// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "biotropy/prepare/epochs.hpp"
#include "fixtures.hpp"
#include "tests/error_of.hpp"
#include "tests/notices.hpp"

namespace biotropy::prepare {
namespace {

std::vector<double> counting(std::size_t n, double from = 0.0) {
  std::vector<double> values(n);
  std::iota(values.begin(), values.end(), from);
  return values;
}

TEST(Epochs, AreCutWithoutOverlapAndTheRestIsReported) {
  series::Recording made = recording(2.0, {counting(10), counting(10, 100.0)});
  const series::Epochs epochs = cut(made, std::vector<std::size_t>{1, 0}, {.length = 4});
  EXPECT_EQ(epochs.n_epochs, 2u);
  EXPECT_EQ(epochs.n_channels, 2u);
  EXPECT_EQ(epochs.n_times, 4u);
  EXPECT_THAT(epochs.labels, ElementsAre("c2", "c1"));
  EXPECT_THAT(epochs.units, ElementsAre("uV", "uV"));
  EXPECT_THAT(epochs.samples(0, 0), ElementsAre(100, 101, 102, 103));
  EXPECT_THAT(epochs.samples(1, 0), ElementsAre(104, 105, 106, 107));
  EXPECT_THAT(epochs.samples(1, 1), ElementsAre(4, 5, 6, 7));
  EXPECT_THAT(epochs.onsets, ElementsAre(0.0, 2.0));
  EXPECT_THAT(epochs.reasons, ElementsAre("", "", "", ""));
  EXPECT_THAT(epochs.notices, ElementsAre(coded("samples_left_over")));
  EXPECT_EQ(epochs.rate, 2.0);
}

TEST(Epochs, LengthZeroIsTheWholeRecording) {
  const series::Epochs epochs = cut(recording(1.0, {counting(7)}), kFirst, {});
  EXPECT_EQ(epochs.n_epochs, 1u);
  EXPECT_EQ(epochs.n_times, 7u);
  EXPECT_THAT(epochs.notices, IsEmpty());
}

TEST(Epochs, OverlapAndStepAgree) {
  const series::Recording made = recording(1.0, {counting(10)});
  for (const EpochSettings& cutting :
       {EpochSettings{.length = 4, .overlap = 0.5}, EpochSettings{.length = 4, .step = 2}}) {
    const series::Epochs epochs = cut(made, kFirst, cutting);
    ASSERT_EQ(epochs.n_epochs, 4u);
    EXPECT_THAT(epochs.samples(3, 0), ElementsAre(6, 7, 8, 9));
    EXPECT_THAT(epochs.onsets, ElementsAre(0, 2, 4, 6));
    EXPECT_THAT(epochs.notices, IsEmpty());
  }
  // 0.29 * 100 is 28.999... in double precision.
  EXPECT_EQ(cut(recording(1.0, {counting(171)}), kFirst, {.length = 100, .overlap = 0.29}).n_epochs, 2u);
  // However close to 1, the next epoch starts later.
  EXPECT_EQ(cut(made, kFirst, {.length = 4, .overlap = 0.9999}).n_epochs, 7u);
}

TEST(Epochs, SecondsAreTheNearestNumberOfSamples) {
  const series::Recording made = recording(250.0, {counting(1000)});
  const series::Epochs epochs =
      cut(made, kFirst, {.length = Length::of_seconds(0.4999), .step = Length::of_seconds(1)});
  EXPECT_EQ(epochs.n_times, 125u);
  EXPECT_THAT(epochs.onsets, ElementsAre(0, 1, 2, 3));
  series::Recording without = made;
  without.channels[0].has_rate = false;
  const auto refused = [](const series::Recording& of, double seconds) {
    return error_of([&] { cut(of, kFirst, {.length = Length::of_seconds(seconds)}); }).parameter();
  };
  EXPECT_EQ(refused(without, 1.0), "epoch");
  EXPECT_EQ(refused(made, 1e-4), "epoch");
  EXPECT_EQ(refused(made, 1e300), "epoch");
}

TEST(Epochs, WithoutARateOnsetsAreSamples) {
  series::Recording made = recording(1.0, {counting(8)});
  made.channels[0].has_rate = false;
  const series::Epochs epochs = cut(made, kFirst, {.length = 3});
  EXPECT_FALSE(epochs.has_rate);
  EXPECT_THAT(epochs.onsets, ElementsAre(0, 3));
  // Positions in a list that has a missing value for each gap, as intervals of beats have.
  made.channels[0].gap_starts = {2};
  EXPECT_THAT(cut(made, kFirst, {.length = 3, .gap_fill = 1}).onsets, ElementsAre(0, 3, 6));
}

TEST(Epochs, AGapInsideRejectsOnlyTheEpochsThatHoldIt) {
  series::Recording made = recording(1.0, {counting(12)});
  made.channels[0].gap_starts = {4, 9};
  const series::Epochs epochs = cut(made, kFirst, {.length = 4});
  EXPECT_THAT(
      epochs.reasons,
      ElementsAre("", "", StartsWith("time is missing after sample 1 of the epoch (a gap in the recording); ")));
}

TEST(Epochs, GapsCanBeFilledWithMissingSamples) {
  series::Recording made = recording(1.0, {counting(6)});
  made.channels[0].gap_starts = {2, 5};
  const series::Epochs whole = cut(made, kFirst, {.gap_fill = 2});
  ASSERT_EQ(whole.n_times, 10u);
  const double nan = NAN;
  EXPECT_THAT(whole.samples(0, 0),
              testing::Pointwise(NanSensitiveDoubleEq(), std::vector<double>{0, 1, nan, nan, 2, 3, 4, nan, nan, 5}));
  EXPECT_THAT(whole.reasons, ElementsAre(""));
  // Epochs of a filled series begin at samples 0, 1, 2 (a filled place), 3 and 5 of the recording.
  const series::Epochs pieces = cut(made, kFirst, {.length = 2, .gap_fill = 2});
  EXPECT_THAT(pieces.onsets, ElementsAre(0, 2, 2, 4, 5));
  EXPECT_THAT(whole.gaps, ElementsAre(0, 0, 1, 1, 0, 0, 0, 1, 1, 0));
  EXPECT_EQ(pieces.gaps, whole.gaps);
  // Of epochs that share their samples as these; a sample that is missing for another reason is no gap.
  made.channels[0].samples[0] = nan;
  EXPECT_THAT(cut(made, kFirst, {.length = 4, .step = 3, .gap_fill = 2}).gaps,
              ElementsAre(0, 0, 1, 1, 0, 0, 0, 1, 1, 0));
  made.channels[0].gap_starts.clear();
  EXPECT_THAT(cut(made, kFirst, {.gap_fill = 2}).gaps, IsEmpty());
}

// Records of 1 s at 2 Hz that begin at 0, 2, 4, 5, 6, 7, 8, 9, 12, 15 and 19 s.
series::Recording with_long_gaps() {
  series::Recording made = recording(2.0, {counting(22)});
  made.channels[0].gap_starts = {2, 4, 16, 18, 20};
  made.channels[0].gap_seconds = {1.0, 1.0, 2.0, 2.0, 3.0};
  return made;
}

TEST(Epochs, OnsetsHoldTheTimeLostInGaps) {
  const series::Recording made = with_long_gaps();
  EXPECT_THAT(cut(made, kFirst, {.length = 4}).onsets, ElementsAre(0.0, 4.0, 6.0, 8.0, 12.0));
  EXPECT_THAT(cut(made, kFirst, {.length = 4, .step = 3}).onsets, ElementsAre(0.0, 2.5, 5.0, 6.5, 8.0, 9.5, 15.0));
  // With 2 missing samples in each gap, the second epoch begins in the first gap and holds the sample at 2 s.
  EXPECT_THAT(cut(made, kFirst, {.length = 3, .gap_fill = 2}).onsets,
              ElementsAre(0.0, 2.0, 4.0, 4.5, 6.0, 7.5, 9.0, 12.0, 15.0, 15.5));
}

TEST(Epochs, GapsOfUnknownLengthCountAsNone) {
  series::Recording made = with_long_gaps();
  made.channels[0].gap_seconds.clear();
  EXPECT_THAT(cut(made, kFirst, {.length = 4}).onsets, ElementsAre(0.0, 2.0, 4.0, 6.0, 8.0));
}

TEST(Epochs, GapsOfSeveralLengthsAreNotOfTheSameInstants) {
  series::Recording made = with_long_gaps();
  made.channels.push_back(made.channels[0]);
  made.channels[1].label = "c2";
  made.channels[1].gap_seconds[4] = 3.5;
  EXPECT_EQ(error_of([&] { common_timing(made, std::vector<std::size_t>{0, 1}); }).code(), ErrorCode::invalid_data);
}

RC_GTEST_PROP(Epochs, FirstAndLastSampleAgreeWithTheCopy, ()) {
  const std::size_t n = *rc::gen::inRange<std::size_t>(1, 60);
  const std::size_t fill = *rc::gen::inRange<std::size_t>(0, 4);
  std::vector<std::size_t> gaps;
  for (std::size_t i = 1; i < n; ++i) {
    if (*rc::gen::inRange(0, 6) == 0) gaps.push_back(i);
  }
  const std::size_t length = *rc::gen::inRange<std::size_t>(1, n + 1);
  const std::size_t overlap = *rc::gen::inRange<std::size_t>(0, length);
  series::Recording made = recording(1.0, {counting(n)});
  made.channels[0].gap_starts = gaps;
  const EpochSettings cutting{.length = length, .step = length - overlap, .gap_fill = fill};
  const EpochGrid grid(n, gaps, cutting);
  const series::Epochs epochs = cut(made, kFirst, cutting);
  RC_ASSERT(epochs.n_epochs == grid.n_epochs());
  for (std::size_t epoch = 0; epoch < grid.n_epochs(); ++epoch) {
    const series::Samples samples = epochs.samples(epoch, 0);
    const series::GapMarks marks = series::EpochView(epochs).gaps_of(epoch);
    for (std::size_t i = 0; i < samples.size(); ++i) {
      RC_ASSERT(std::isnan(samples[i]) == (!marks.empty() && marks[i] == 1));
    }
    // Samples count upwards, so each value is its own position.
    const auto jumps_over = [&](std::size_t gap) {
      const auto position = static_cast<double>(gap);
      return fill == 0 && samples.front() < position && position <= samples.back();
    };
    const bool jumps = std::any_of(gaps.begin(), gaps.end(), jumps_over);
    RC_ASSERT(jumps == !epochs.reasons[epoch].empty());
    if (!std::isnan(samples.front())) RC_ASSERT(grid.first(epoch) == static_cast<std::size_t>(samples.front()));
    if (!std::isnan(samples.back())) RC_ASSERT(grid.last(epoch) == static_cast<std::size_t>(samples.back()));
  }
}

TEST(Epochs, MixedRatesAreNamed) {
  series::Recording made = recording(100.0, {counting(5), counting(5), counting(5)});
  made.channels[1].rate = 1.0;
  const Error error = error_of([&] { cut(made, std::vector<std::size_t>{0, 1, 2}, {}); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_EQ(error.value(), "c1, c3 at 100 Hz; c2 at 1 Hz");
  EXPECT_EQ(cut(made, std::vector<std::size_t>{0, 2}, {}).n_channels, 2u);
}

TEST(Epochs, ManyChannelsAreNotAllNamed) {
  series::Recording made = recording(100.0, std::vector<std::vector<double>>(8, counting(5)));
  made.channels[7].has_rate = false;
  const Error error = error_of([&] { cut(made, std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7}, {}); });
  EXPECT_EQ(error.value(), "c1, c2, c3, c4 and 3 more at 100 Hz; c8 without a rate");
}

TEST(Epochs, ChannelsMustBeOfTheSameInstants) {
  series::Recording made = recording(1.0, {counting(5), counting(6), counting(5)});
  made.channels[2].gap_starts = {2};
  const Error lengths = error_of([&] { cut(made, std::vector<std::size_t>{0, 1}, {}); });
  EXPECT_EQ(lengths.code(), ErrorCode::invalid_data);
  EXPECT_STREQ(lengths.what(), "channel c1 has 5 samples and channel c2 has 6; they must have as many");
  EXPECT_EQ(error_of([&] { cut(made, std::vector<std::size_t>{0, 2}, {}); }).code(), ErrorCode::invalid_data);
}

TEST(Epochs, RequestsThatCannotBeServedSayWhy) {
  const series::Recording made = recording(1.0, {counting(5), {}});
  EXPECT_EQ(error_of([&] { cut(made, {}, {}); }).parameter(), "channels");
  EXPECT_EQ(error_of([&] { cut(made, std::vector<std::size_t>{2}, {}); }).allowed(), "a position below 2");
  EXPECT_EQ(error_of([&] { cut(made, std::vector<std::size_t>{0, 0}, {}); }).allowed(), "each channel once");
  EXPECT_EQ(error_of([&] { cut(made, std::vector<std::size_t>{1}, {}); }).code(), ErrorCode::too_short);
  const Error error = error_of([&] { cut(made, kFirst, {.length = 6}); });
  EXPECT_EQ(error.code(), ErrorCode::too_short);
  EXPECT_STREQ(error.what(), "an epoch of 6 samples does not fit in a recording of 5: choose a shorter one");
}

TEST(Epochs, CuttingIsChecked) {
  const series::Recording made = recording(1.0, {counting(5)});
  const auto refused = [&](const EpochSettings& cutting) { return error_of([&] { cut(made, kFirst, cutting); }); };
  for (const double overlap : {-0.1, 1.0, 2.0, static_cast<double>(NAN)}) {
    EXPECT_EQ(refused({.length = 2, .overlap = overlap}).allowed(), "a part of an epoch from 0 to below 1");
  }
  EXPECT_EQ(refused({.length = 4, .overlap = 0.5, .step = 2}).value(), "0.5, with a step of 2");
  EXPECT_EQ(refused({.step = 2}).parameter(), "epoch length");
  EXPECT_EQ(refused({.overlap = 0.5}).parameter(), "epoch length");
  EXPECT_EQ(refused({.gap_fill = 1'000'001}).parameter(), "gap fill");
}

TEST(Epochs, TooManyForTheMemoryIsAnError) {
  // More samples than the address space, so that the allocation fails on every machine.
  const series::Recording made = recording(1.0, {counting(2'000'000)});
  const std::vector<std::size_t> channels(1'200'000, 0);
  const EpochSettings cutting{.length = 1'000'000, .step = 1};
  const Timing timing = common_timing(made, kFirst);
  const Timeline timeline(timing.n_samples, timing.gap_starts, 1);
  const EpochGrid grid(timeline.n_kept(), timeline.kept_gaps(), cutting);
  const Error error = error_of([&] { blank_epochs(made, channels, timing, timeline, grid, Overlapping::copied); });
  EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
}

TEST(Epochs, ThoseThatOverlapShareTheirSamples) {
  const series::Recording made = recording(1.0, {counting(1000), counting(1000)});
  const std::size_t both[] = {0, 1};
  const series::Epochs shared = cut(made, both, {.length = 900, .step = 1});
  ASSERT_EQ(shared.n_epochs, 101u);
  EXPECT_EQ(shared.data.size(), 2000u);
  for (const std::size_t channel : both) {
    for (const std::size_t epoch : {0u, 1u, 57u, 100u}) {
      EXPECT_EQ(shared.samples(epoch, channel).front(), static_cast<double>(epoch));
      EXPECT_EQ(shared.samples(epoch, channel).size(), 900u);
    }
  }
  const series::Epochs apart = cut(made, both, {.length = 10, .step = 400});
  ASSERT_EQ(apart.n_epochs, 3u);
  EXPECT_EQ(apart.samples(2, 1).front(), 800.0);
}

}  // namespace
}  // namespace biotropy::prepare
