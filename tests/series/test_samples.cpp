// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "biotropy/series/epochs.hpp"
#include "biotropy/series/samples.hpp"
#include "tests/error_of.hpp"

namespace biotropy::series {
namespace {

TEST(Templates, AreAsManyAsFit) {
  EXPECT_EQ(template_count(10, 1, 1), 10U);
  EXPECT_EQ(template_count(10, 3, 1), 8U);
  EXPECT_EQ(template_count(10, 3, 4), 2U);
  EXPECT_EQ(template_count(10, 4, 3), 1U);
  EXPECT_EQ(template_count(9, 4, 3), 0U);
  EXPECT_EQ(template_count(0, 1, 1), 0U);
}

TEST(Templates, ThatTouchAMissingSampleAreNotValid) {
  std::vector<double> samples(10, 1.0);
  EXPECT_EQ(valid_template_count(samples, 8, 3, 1), 8U);
  samples[4] = NAN;
  EXPECT_EQ(valid_template_count(samples, 10, 1, 1), 9U);
  EXPECT_EQ(valid_template_count(samples, 8, 3, 1), 5U);  // 2, 3 and 4 touch it
  EXPECT_EQ(valid_template_count(samples, 4, 3, 3), 3U);  // 1 (1, 4, 7) does, and 4 is no template
  EXPECT_EQ(missing_count(samples), 1U);
}

TEST(Templates, MissingSamplesOfLongSeriesAreCountedOnAllThreads) {
  std::vector<double> samples(100'000, 1.0);
  for (const std::size_t i : {std::size_t{0}, std::size_t{32'767}, std::size_t{32'768}, std::size_t{99'999}})
    samples[i] = NAN;
  EXPECT_EQ(missing_count(samples), 4U);
  samples[50'000] = INFINITY;
  EXPECT_EQ(missing_count(samples), 4U);
}

TEST(Finite, InfinitySaysWhere) {
  const std::vector<double> samples{1, NAN, -INFINITY};
  require_finite_or_missing(std::span(samples).first(2));
  const Error error = error_of([&] { require_finite_or_missing(samples); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_data);
  EXPECT_THAT(error.what(), HasSubstr("sample 2 (from 0) is -inf"));
}

TEST(EpochsOfARecording, AreStoredEpochByEpoch) {
  Epochs epochs{.n_epochs = 2, .n_channels = 3, .n_times = 2, .data = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}};
  EXPECT_EQ(epochs.index(1, 2), 5U);
  const Samples samples = epochs.samples(1, 0);
  EXPECT_EQ(std::vector<double>(samples.begin(), samples.end()), (std::vector<double>{6, 7}));
}

}  // namespace
}  // namespace biotropy::series
