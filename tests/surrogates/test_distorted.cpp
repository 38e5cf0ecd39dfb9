// SPDX-License-Identifier: Apache-2.0
#include "biotropy/surrogates/iaaft.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "biotropy/random_internal.hpp"

namespace biotropy::surrogates {
namespace {

// Share of 200 series of 256 samples of an autoregression, seen through a function.
double share_distorted(double memory, const std::function<double(double)>& seen) {
  constexpr int kSeries = 200;
  int distorted = 0;
  for (int number = 0; number < kSeries; ++number) {
    Random random(static_cast<std::uint64_t>(number));
    const double innovation = std::sqrt(1.0 - memory * memory);
    double state = random.normal();
    std::vector<double> x;
    for (int t = 0; t < 256; ++t) {
      x.push_back(seen(state));
      state = memory * state + innovation * random.normal();
    }
    distorted += distorts_iaaft(x) ? 1 : 0;
  }
  return static_cast<double>(distorted) / kSeries;
}

TEST(Distorted, SmoothSeriesThatAreSkewedOrHeavyTailedAre) {
  const auto exponential = [](double value) { return std::exp(value); };
  const auto cube = [](double value) { return value * value * value; };
  EXPECT_GT(share_distorted(0.9, exponential), 0.9);
  EXPECT_GT(share_distorted(0.7, exponential), 0.9);
  EXPECT_GT(share_distorted(0.9, cube), 0.9);
  EXPECT_GT(share_distorted(0.9, [](double value) { return -std::exp(-value); }), 0.9);
}

TEST(Distorted, GaussianMildAndIndependentSeriesAreNot) {
  const auto itself = [](double value) { return value; };
  for (const double memory : {0.0, 0.5, 0.9, 0.98}) EXPECT_LT(share_distorted(memory, itself), 0.02) << memory;
  EXPECT_LT(share_distorted(0.9, [](double value) { return std::exp(0.3 * value); }), 0.1);
  EXPECT_LT(share_distorted(0.0, [](double value) { return std::exp(value); }), 0.02);
  EXPECT_LT(share_distorted(-0.9, [](double value) { return std::exp(value); }), 0.02);
}

TEST(Distorted, HasNoScale) {
  std::vector<double> x;
  for (int t = 0; t < 64; ++t) x.push_back(std::exp(8.0 * std::sin(0.2 * t)));
  EXPECT_TRUE(distorts_iaaft(x));
  for (double& value : x) value = 7.0 - 1e-6 * value;
  EXPECT_TRUE(distorts_iaaft(x));
}

}  // namespace
}  // namespace biotropy::surrogates
