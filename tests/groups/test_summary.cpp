// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "biotropy/groups/values.hpp"
#include "tests/groups/naive.hpp"

namespace biotropy::groups {
namespace {

RC_GTEST_PROP(Summary, IsThatOfEachGroupAndEntry, (unsigned seed)) {
  const Table table = random_table(seed, *rc::gen::inRange(2, 5), 7, 4, *rc::gen::element(0u, 3u), 0.3);
  const Summary summary = summarise(table.view());
  for (std::size_t entry = 0; entry < table.entries; ++entry) {
    const auto samples = by_group(table, entry);
    for (std::size_t group = 0; group < samples.size(); ++group) {
      std::vector<double> own = samples[group];
      const std::size_t at = group * table.entries + entry, n = own.size();
      RC_ASSERT(summary.count[at] == n);
      RC_ASSERT(std::isnan(summary.mean[at]) == (n == 0));
      RC_ASSERT(std::isnan(summary.median[at]) == (n == 0));
      RC_ASSERT(std::isnan(summary.sd[at]) == (n < 2));
      if (n == 0) continue;
      double mean = 0.0, square = 0.0;
      for (const double value : own) mean += value / static_cast<double>(n);
      for (const double value : own) square += (value - mean) * (value - mean);
      std::sort(own.begin(), own.end());
      RC_ASSERT(std::abs(summary.mean[at] - mean) <= 1e-14);
      RC_ASSERT(summary.median[at] == (n % 2 == 1 ? own[n / 2] : (own[n / 2 - 1] + own[n / 2]) / 2.0));
      if (n > 1) RC_ASSERT(std::abs(summary.sd[at] - std::sqrt(square / static_cast<double>(n - 1))) <= 1e-14);
    }
  }
}

TEST(Summary, OfInfiniteValues) {
  const Table table{{1, 1, 2, kInfinity, kInfinity, -kInfinity}, 1, {0, 0, 0, 0, 1, 1}, 2};
  const Summary summary = summarise(table.view());
  EXPECT_EQ(summary.mean[0], kInfinity);
  EXPECT_EQ(summary.median[0], 1.5);
  EXPECT_TRUE(std::isnan(summary.sd[0]));
  EXPECT_TRUE(std::isnan(summary.mean[1]));
}

TEST(Summary, OfVeryLargeAndVerySmallValues) {
  const Table table{{1e-13, 3e-13, 1e200, 3e200}, 1, {0, 0, 1, 1}, 2};
  const Summary summary = summarise(table.view());
  EXPECT_DOUBLE_EQ(summary.mean[0], 2e-13);
  EXPECT_DOUBLE_EQ(summary.sd[0], std::sqrt(2.0) * 1e-13);
  EXPECT_DOUBLE_EQ(summary.mean[1], 2e200);
  EXPECT_DOUBLE_EQ(summary.median[1], 2e200);
}

}  // namespace
}  // namespace biotropy::groups
