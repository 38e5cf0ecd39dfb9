// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "biotropy/series/gaps.hpp"
#include "tests/error_of.hpp"

namespace biotropy::series {
namespace {

TEST(Gaps, ArePutInFrontOfTheNamedSamples) {
  const std::vector<double> samples{1, 2, 3, 4};
  const std::vector<std::size_t> starts{1, 3};
  const auto result = with_gaps(samples, starts, 2);
  ASSERT_EQ(result.size(), 8U);
  EXPECT_EQ(result[0], 1.0);
  EXPECT_TRUE(std::isnan(result[1]) && std::isnan(result[2]));
  EXPECT_EQ(result[3], 2.0);
  EXPECT_EQ(result[4], 3.0);
  EXPECT_TRUE(std::isnan(result[5]) && std::isnan(result[6]));
  EXPECT_EQ(result[7], 4.0);
  EXPECT_EQ(with_gaps(samples, {}, 5), samples);
}

TEST(Gaps, OutOfOrderOrOutsideAreRefused) {
  const std::vector<double> samples{1, 2, 3, 4};
  for (const auto& starts : {std::vector<std::size_t>{3, 1}, std::vector<std::size_t>{5}}) {
    EXPECT_EQ(error_of([&] { with_gaps(samples, starts, 1); }).code(), ErrorCode::invalid_data);
  }
}

RC_GTEST_PROP(GapProperties, NoTemplateStraddlesAGap, ()) {
  const auto n = *rc::gen::inRange<std::size_t>(1, 30), gap = *rc::gen::inRange<std::size_t>(0, n + 1);
  const int tau = *rc::gen::inRange(1, 4), length = *rc::gen::inRange(1, 5);
  const std::vector<double> samples(n, 1.0);
  const std::vector<std::size_t> starts{gap};
  const auto result = with_gaps(samples, starts, tau);
  const std::size_t valid = valid_template_count(result, template_count(result.size(), length, tau), length, tau);
  RC_ASSERT(valid == template_count(gap, length, tau) + template_count(n - gap, length, tau));
}

TEST(Gaps, AreWidenedByTheDelay) {
  const double none = std::nan("");
  const auto result = with_wide_gaps(std::vector<double>{1, none, 2, none, none, 3}, 3);
  ASSERT_EQ(result.size(), 12U);
  EXPECT_EQ(missing_count(result), 9U);
  EXPECT_EQ(result[0], 1.0);
  EXPECT_EQ(result[4], 2.0);
  EXPECT_EQ(result[11], 3.0);
  const std::vector<double> whole{1, 2, 3};
  EXPECT_EQ(with_wide_gaps(whole, 5), whole);
  EXPECT_EQ(indices_with_wide_gaps(std::vector<double>{1, none, 2, none, none, 3}, 3),
            (std::vector<std::size_t>{0, 1, 4, 5, 8, 11}));
}

TEST(Gaps, WiderThanMemoryAllowsAreRefused) {
  const std::vector<double> gaps{1, std::nan(""), std::nan("")};
  EXPECT_THAT(error_of([&] { with_wide_gaps(gaps, 60'000'000); }), refuses("tau", "60000000"));
}

}  // namespace
}  // namespace biotropy::series
