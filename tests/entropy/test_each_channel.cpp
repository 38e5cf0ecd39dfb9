// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>
#include <random>

#include "biotropy/entropy/each_channel_internal.hpp"
#include "tests/error_of.hpp"

namespace biotropy::entropy {

namespace {

// Reasons of three channels; the measure fails in the second.
std::vector<std::string> reasons_after(ErrorCode code) {
  const std::vector<double> samples(6);
  const series::EpochView epochs(1, 3, 2, samples);
  std::vector<std::string> reasons(3);
  for_each_channel(
      epochs, Measure::sampen, {},
      [&](std::size_t index, std::span<const series::Samples>) {
        if (index == 1) throw Error(code, "it failed");
      },
      [&](std::size_t index, const std::string& reason) { reasons[index] = reason; });
  return reasons;
}

TEST(EachChannel, WhatIsAboutTheSamplesIsAReason) {
  for (const ErrorCode code :
       {ErrorCode::invalid_data, ErrorCode::missing_values, ErrorCode::constant_series, ErrorCode::too_short}) {
    EXPECT_EQ(reasons_after(code), (std::vector<std::string>{"", "it failed", ""})) << name(code);
  }
}

TEST(EachChannel, WhatIsAboutTheMachineOrTheProgramIsAnError) {
  for (const ErrorCode code :
       {ErrorCode::out_of_memory, ErrorCode::internal, ErrorCode::device, ErrorCode::cancelled, ErrorCode::no_engine}) {
    EXPECT_EQ(error_of([&] { reasons_after(code); }).code(), code);
  }
}

// Epochs that overlap by all but a sample or two: measured along the channel, they have the bits of single calls.

series::Epochs overlapping_epochs(std::size_t count, std::size_t length, std::size_t step) {
  series::Epochs epochs{.n_epochs = count, .n_channels = 2, .n_times = length, .step = step};
  epochs.reasons.resize(2 * count);
  epochs.reasons[epochs.index(1, 1)] = "too flat";
  std::mt19937_64 generator(5);
  std::normal_distribution<double> normal;
  epochs.data.resize(2 * epochs.n_shared());
  for (double& sample : epochs.data) sample = normal(generator);
  return epochs;
}

TEST(SlidingEpochs, HaveTheBitsOfSingleCalls) {
  const Grid grid{{1, 2}, {0.15, 0.3}};
  for (const Measure measure : {Measure::sampen, Measure::apen}) {
    for (const std::size_t step : {1UL, 2UL}) {
      const series::Epochs epochs = overlapping_epochs(2000, 100, step);
      ASSERT_TRUE(slide_is_faster(epochs, measure, grid, {}));
      std::vector<std::vector<Entropy>> found(2 * epochs.n_epochs);
      slide_each_channel(epochs, measure, grid, {}, {2, nullptr},
                         [&](std::size_t index, std::vector<Entropy>&& entries) { found[index] = std::move(entries); });
      for (std::size_t epoch = 0; epoch < epochs.n_epochs; epoch += epoch < 4 ? 1 : 37) {
        for (std::size_t channel = 0; channel < 2; ++channel) {
          const std::vector<Entropy>& entries = found[epochs.index(epoch, channel)];
          ASSERT_EQ(entries.size(), grid.size());
          const bool rejected = epoch == 1 && channel == 1;
          const Samples samples = epochs.samples(epoch, channel);
          const std::vector<Entropy> expected = entropy_grid(measure, samples, {}, grid, {}, {1, nullptr});
          for (std::size_t i = 0; i < grid.size(); ++i) {
            EXPECT_EQ(entries[i].reason, rejected ? "too flat" : expected[i].reason);
            if (rejected) {
              EXPECT_TRUE(std::isnan(entries[i].value));
            } else {
              EXPECT_EQ(std::bit_cast<std::uint64_t>(entries[i].value), std::bit_cast<std::uint64_t>(expected[i].value))
                  << epoch << ' ' << channel << ' ' << i;
            }
          }
        }
      }
    }
  }
}

TEST(SlidingEpochs, AreMeasuredOneByOneWhereThatIsFaster) {
  const Grid grid;
  EXPECT_FALSE(slide_is_faster(overlapping_epochs(100, 100, 100), Measure::sampen, grid, {})) << "no overlap";
  EXPECT_FALSE(slide_is_faster(overlapping_epochs(100, 20, 1), Measure::sampen, grid, {})) << "short epochs";
  series::Epochs apart = overlapping_epochs(100, 100, 1);
  apart.step = 0;
  apart.data.resize(200 * 100);
  EXPECT_FALSE(slide_is_faster(apart, Measure::sampen, grid, {})) << "epochs with samples of their own";
  EXPECT_FALSE(slide_is_faster(overlapping_epochs(200, 3, 1), Measure::sampen, Grid{{5}, {0.2}}, {})) << "too short";
}

TEST(SlidingEpochs, CanBeCancelled) {
  CancelFlag cancel;
  cancel.cancel();
  const series::Epochs epochs = overlapping_epochs(200, 100, 1);
  EXPECT_EQ(error_of([&] {
              slide_each_channel(epochs, Measure::sampen, {}, {}, {1, &cancel},
                                 [](std::size_t, std::vector<Entropy>&&) { ADD_FAILURE() << "an epoch was measured"; });
            }).code(),
            ErrorCode::cancelled);
}

}  // namespace

}  // namespace biotropy::entropy
