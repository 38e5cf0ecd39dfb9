// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>

#include "biotropy/heartbeats/rr.hpp"

namespace biotropy::heartbeats {
namespace {

bool begins(const std::vector<double>& values) {
  return begins_with_onset(values);
}

TEST(Onset, IsAValueFarAboveIntervals) {
  EXPECT_TRUE(begins({225.8, 0.8, 0.9, 0.8}));
  EXPECT_TRUE(begins({225800, 800, 900, 800}));
  EXPECT_FALSE(begins({0.9, 0.8, 0.9, 0.8}));
  // Intervals that rise like times of beats are intervals.
  EXPECT_TRUE(begins({100, 0.70, 0.71, 0.72, 0.73, 0.74, 0.75, 0.76, 0.77, 0.78, 0.79, 0.80, 0.81}));
}

TEST(Onset, IsNotInSeriesOfOtherThings) {
  EXPECT_FALSE(begins({}));
  EXPECT_FALSE(begins({5}));
  EXPECT_FALSE(begins({5, -1, -2, -3, -1}));
  EXPECT_FALSE(begins({50, 1, -2, 3, -4, 0.5, -6}));
  EXPECT_FALSE(begins({9000, 40, 50, 60, 45}));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(begins({nan, nan}));
  EXPECT_FALSE(begins({nan, 0.8, 0.9}));
  EXPECT_TRUE(begins({100, nan, 0.8, 0.9}));
}

}  // namespace
}  // namespace biotropy::heartbeats
