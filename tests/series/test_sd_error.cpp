// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "biotropy/nan.hpp"
#include "biotropy/series/normalise.hpp"

namespace biotropy::series {
namespace {

std::vector<double> autoregression(double memory, std::size_t n, unsigned seed) {
  std::mt19937_64 generator(seed);
  std::normal_distribution<double> normal;
  std::vector<double> samples;
  double state = normal(generator) / std::sqrt(1.0 - memory * memory);
  for (std::size_t t = 0; t < n; ++t) {
    samples.push_back(state);
    state = memory * state + normal(generator);
  }
  return samples;
}

// Squares of a Gaussian autoregression have the autocorrelations memory^(2 lag), so that the variance of ln SD is
// (1 + memory^2) / (1 - memory^2) / (2 n).
TEST(SdError, IsTheSpreadOfTheSdOfIndependentSeries) {
  constexpr std::size_t kSeries = 300, kSamples = 1000;
  for (const double memory : {0.0, 0.5, 0.9}) {
    double estimated = 0.0;
    for (unsigned seed = 0; seed < kSeries; ++seed) {
      estimated += std::pow(log_sd_error(autoregression(memory, kSamples, seed)), 2.0) / kSeries;
    }
    const double square = memory * memory, exact = (1.0 + square) / (1.0 - square) / (2.0 * kSamples);
    EXPECT_NEAR(estimated / exact, 1.0, 0.12) << memory;
  }
}

TEST(SdError, OfLongSeriesIsThatOfMeansOfNeighbours) {
  constexpr std::size_t kSamples = 300'000;
  const double square = 0.81, exact = (1.0 + square) / (1.0 - square) / (2.0 * kSamples);
  EXPECT_NEAR(std::pow(log_sd_error(autoregression(0.9, kSamples, 1)), 2.0) / exact, 1.0, 0.1);
  double walk = 0.0;
  std::vector<double> slow = autoregression(0.0, kSamples, 2);
  for (double& value : slow) value = walk += value;
  EXPECT_GT(log_sd_error(slow), 0.1);
}

TEST(SdError, OfFewSamplesByHand) {
  // Mean 0 and variance 2: squared deviations less 1 are 1, 1, -1, -1; covariances 1, 0.25, -0.5, -0.25.
  const std::vector<double> few{2.0, -2.0, 0.0, 0.0};
  EXPECT_DOUBLE_EQ(log_sd_error(few), 0.5 * std::sqrt((2.0 * 1.25 - 1.0) / 4.0));
}

TEST(SdError, HasNoScaleAndIsNothingWhereSquaresDoNotVary) {
  const std::vector<double> noise = autoregression(0.5, 100, 3);
  std::vector<double> other = noise;
  for (double& value : other) value = 1e9 - 1024.0 * value;
  EXPECT_NEAR(log_sd_error(other), log_sd_error(noise), 1e-9);
  EXPECT_EQ(log_sd_error(std::vector<double>(20, 3.0)), 0.0);
  EXPECT_EQ(log_sd_error(std::vector<double>{0.0, 1.0, 1.0, 0.0, 1.0, 0.0}), 0.0);
}

TEST(SdError, LeavesOutMissingSamples) {
  std::vector<double> noise = autoregression(0.0, 400, 5), gapped;
  for (std::size_t t = 0; t < noise.size(); ++t) {
    gapped.push_back(noise[t]);
    if (t % 4 == 3) gapped.push_back(kNaN);
  }
  EXPECT_NEAR(log_sd_error(gapped) / log_sd_error(noise), 1.0, 0.15);
}

}  // namespace
}  // namespace biotropy::series
