// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "biotropy/series/coarse_grain.hpp"
#include "tests/error_of.hpp"

namespace biotropy::series {
namespace {

const std::vector<double> kSeven{1, 2, 4, 8, 16, 32, 64};

TEST(CoarseGrain, MeansOfWholeWindowsAndNoRest) {
  EXPECT_EQ(coarse_grain(kSeven, 1), kSeven);
  EXPECT_THAT(coarse_grain(kSeven, 2), ElementsAre(1.5, 6, 24));
  EXPECT_THAT(coarse_grain(kSeven, 3), ElementsAre(7.0 / 3, 56.0 / 3));
  EXPECT_THAT(coarse_grain(kSeven, 7), ElementsAre(127.0 / 7));
  EXPECT_THAT(coarse_grain(kSeven, 8), IsEmpty());
  EXPECT_THAT(coarse_grain({}, 2), IsEmpty());
}

TEST(CoarseGrain, EveryStartOfACompositeScale) {
  EXPECT_THAT(coarse_grain(kSeven, 3, Grain::mean, 1), ElementsAre(14.0 / 3, 112.0 / 3));
  EXPECT_THAT(coarse_grain(kSeven, 3, Grain::mean, 2), ElementsAre(28.0 / 3));
  EXPECT_THAT(coarse_grain(std::span(kSeven).first(1), 3, Grain::mean, 2), IsEmpty());
}

TEST(CoarseGrain, VariancesDivideByTheWindow) {
  EXPECT_THAT(coarse_grain(kSeven, 1, Grain::variance), ElementsAre(0, 0, 0, 0, 0, 0, 0));
  EXPECT_THAT(coarse_grain(kSeven, 2, Grain::variance), ElementsAre(0.25, 4, 64));
  EXPECT_THAT(coarse_grain(kSeven, 3, Grain::variance, 1),
              ElementsAre(DoubleNear(56.0 / 9, 1e-14), DoubleNear(3584.0 / 9, 1e-12)));
}

TEST(CoarseGrain, AMissingSampleMakesItsWindowMissing) {
  const std::vector<double> gap{1, NAN, 3, 5, 7};
  for (const Grain grain : {Grain::mean, Grain::variance}) {
    const auto grains = coarse_grain(gap, 2, grain);
    ASSERT_EQ(grains.size(), 2U);
    EXPECT_TRUE(std::isnan(grains[0]));
    EXPECT_EQ(grains[1], grain == Grain::mean ? 4.0 : 1.0);
  }
}

TEST(CoarseGrain, TiesAreThoseBeforeRounding) {
  const std::vector<double> tenths{0.1, 0.2, 0.3, 0.3, 0.2, 0.1, 0.1, NAN, 0.2, 0.2, 0.2, 0.2, 0.4, 0.1, 0.1 + 1e-9};
  const std::vector<std::size_t> next{1};
  const auto means = coarse_grain_with_ties(tenths, 3, Grain::mean, 0, next);
  EXPECT_NE(coarse_grain(tenths, 3)[0], coarse_grain(tenths, 3)[1]);
  EXPECT_EQ(means[0], means[1]);
  EXPECT_TRUE(std::isnan(means[2]));
  EXPECT_EQ(means[3], means[0]);
  EXPECT_GT(means[4], means[0]) << "a difference of 3e-10 is none of rounding";
  const auto variances = coarse_grain_with_ties(tenths, 3, Grain::variance, 0, next);
  EXPECT_EQ(variances[0], variances[1]);
  EXPECT_LT(variances[3], variances[0]);
  // No tie is wider than a rounding, however many grains lie close together.
  std::vector<double> steps;
  for (int i = 0; i < 200; ++i) steps.insert(steps.end(), 2, 1.0 + i % 100 * 0x1p-46);
  const auto many = coarse_grain_with_ties(steps, 2, Grain::mean, 0, next);
  for (std::size_t i = 0; i < many.size(); ++i) EXPECT_NEAR(many[i], steps[2 * i], 0x1p-43);
  // An artefact makes no others equal.
  const std::vector<double> artefact{1e12, -1e12, 1.0, 1.1, 1.2, 1.3};
  EXPECT_EQ(coarse_grain_with_ties(artefact, 2, Grain::mean, 0, next), coarse_grain(artefact, 2));
  EXPECT_EQ(coarse_grain_with_ties(tenths, 3, Grain::mean, 0, {})[0], coarse_grain(tenths, 3)[0]);
}

TEST(CoarseGrain, MeansThatDifferAreNoTiesAtALargeOffset) {
  const std::vector<double> samples{1e12, 1e12 + 0x1p-6, 1e12 + 0x1p-6, 1e12 + 0x1p-5};
  const std::vector<std::size_t> next{1};
  EXPECT_LT(coarse_grain_with_ties(samples, 2, Grain::mean, 0, next)[0],
            coarse_grain_with_ties(samples, 2, Grain::mean, 0, next)[1]);
}

TEST(CoarseGrain, MistakesNameTheParameter) {
  EXPECT_THAT(error_of([&] { coarse_grain(kSeven, 0); }), refuses("scale"));
  for (const int start : {-1, 3}) {
    EXPECT_EQ(error_of([&] { coarse_grain(kSeven, 3, Grain::mean, start); }).parameter(), "start");
  }
}

RC_GTEST_PROP(CoarseGrainProperties, AllStartsTogetherSeeEveryWindowOnce, ()) {
  const auto samples =
      *rc::gen::container<std::vector<double>>(rc::gen::map(rc::gen::inRange(-99, 99), [](int i) { return i / 8.0; }));
  const int scale = *rc::gen::inRange(1, 9);
  std::size_t windows = 0;
  for (int start = 0; start < scale; ++start) {
    const auto grains = coarse_grain(samples, scale, Grain::mean, start);
    windows += grains.size();
    for (std::size_t j = 0; j < grains.size(); ++j) {
      double sum = 0.0;
      for (int k = 0; k < scale; ++k)
        sum += samples[static_cast<std::size_t>(start + k) + j * static_cast<std::size_t>(scale)];
      RC_ASSERT(grains[j] == sum / scale);
    }
  }
  RC_ASSERT(
      windows ==
      (samples.size() >= static_cast<std::size_t>(scale) ? samples.size() - static_cast<std::size_t>(scale) + 1 : 0));
}

}  // namespace
}  // namespace biotropy::series
