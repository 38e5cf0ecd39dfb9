// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "biotropy/groups/rank_tests.hpp"
#include "tests/groups/naive.hpp"

namespace biotropy::groups {
namespace {

RC_GTEST_PROP(KruskalWallis, IsTheFormulaOfThePaper, (unsigned seed)) {
  const int groups = *rc::gen::inRange(2, 6);
  const unsigned distinct = *rc::gen::element(0u, 2u, 5u);
  const double missing = *rc::gen::element(0.0, 0.3);
  const Table table = random_table(seed, groups, 9, 3, distinct, missing);
  const KruskalWallis result = kruskal_wallis(table.view());
  for (std::size_t entry = 0; entry < table.entries; ++entry) {
    const auto samples = by_group(table, entry);
    std::size_t n = 0;
    bool empty = false;
    for (const auto& sample : samples) {
      n += sample.size();
      empty = empty || sample.empty();
    }
    const double wanted = empty ? kNaN : naive_h(samples);
    RC_ASSERT(std::isnan(result.h[entry]) == std::isnan(wanted));
    RC_ASSERT(std::isnan(result.p[entry]) == std::isnan(wanted));
    if (std::isnan(wanted)) continue;
    RC_ASSERT(std::abs(result.h[entry] - wanted) <= 1e-11);
    RC_ASSERT(std::abs(result.epsilon_squared[entry] - wanted / static_cast<double>(n - 1)) <= 1e-12);
    RC_ASSERT(result.epsilon_squared[entry] >= 0.0 && result.epsilon_squared[entry] <= 1.0 + 1e-15);
  }
}

TEST(KruskalWallis, OfTwoDegreesOfFreedomHasAnExponentialTail) {
  const Table table{{1, 2, 3, 4, 5, 6, 7, 8, 9}, 1, {0, 0, 0, 1, 1, 1, 2, 2, 2}, 3};
  const KruskalWallis result = kruskal_wallis(table.view());
  EXPECT_DOUBLE_EQ(result.h[0], 7.2);
  EXPECT_DOUBLE_EQ(result.p[0], std::exp(-3.6));
  EXPECT_DOUBLE_EQ(result.epsilon_squared[0], 0.9);
}

TEST(KruskalWallis, GoesByOrderAlone) {
  const Table table{{1, 2, 3, 4, 5, 6}, 1, {0, 1, 0, 1, 0, 1}, 2};
  Table stretched = table;
  stretched.values = {-kInfinity, -1e-300, 0.0, 1e-300, 1e300, kInfinity};
  EXPECT_EQ(kruskal_wallis(table.view()).h, kruskal_wallis(stretched.view()).h);
  Table tied = table;
  tied.values = {kInfinity, kInfinity, -0.0, 0.0, 1, 1};
  EXPECT_EQ(kruskal_wallis(tied.view()).h[0], 0.0);
  EXPECT_EQ(kruskal_wallis(tied.view()).p[0], 1.0);
}

// The mean of three numbers that are added in every order; then ties of some of them.
TEST(KruskalWallis, ValuesThatDifferByRoundingsAreTied) {
  std::vector<double> of_epochs{0.1343642, 0.8474337, 0.7637746}, means;
  std::sort(of_epochs.begin(), of_epochs.end());
  do {
    means.push_back((of_epochs[0] + of_epochs[1] + of_epochs[2]) / 3.0);
  } while (std::next_permutation(of_epochs.begin(), of_epochs.end()));
  ASSERT_NE(*std::max_element(means.begin(), means.end()), *std::min_element(means.begin(), means.end()));
  Table table{means, 1, {0, 1, 0, 1, 0, 1}, 2};
  EXPECT_TRUE(std::isnan(kruskal_wallis(table.view()).h[0]));
  for (const double sign : {1.0, -1.0}) {
    for (double scale : {1e-20, 1.0, 1e20}) {
      scale *= sign;
      std::vector<double> values = means;
      values.insert(values.end(), {1.0, 0.2, 0.2, means[0] * (1.0 + 1e-11), 0.0});
      const Table exact{
          {0, 0, 0, 0, 0, 0, sign * 2, -sign, -sign, sign, -2 * sign}, 1, {0, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1}, 2};
      Table rounded = exact;
      for (std::size_t i = 0; i < values.size(); ++i) rounded.values[i] = scale * values[i];
      EXPECT_EQ(kruskal_wallis(rounded.view()).h, kruskal_wallis(exact.view()).h) << scale;
      EXPECT_EQ(compare(rounded.view(), {0, 1}, ContrastP::exact).p, compare(exact.view(), {0, 1}, ContrastP::exact).p);
    }
  }
}

TEST(KruskalWallis, EntriesThatCannotBeTestedAreNaN) {
  // Constant; one group missing; all missing; one value in each group; fine.
  const Table table{{3, 1,    kNaN, 1,    1,  //
                     3, 2,    kNaN, kNaN, 2,  //
                     3, kNaN, kNaN, 2,    3,  //
                     3, kNaN, kNaN, kNaN, 4},
                    5,
                    {0, 0, 1, 1},
                    2};
  const KruskalWallis result = kruskal_wallis(table.view());
  for (const std::size_t entry : {0u, 1u, 2u}) {
    EXPECT_TRUE(std::isnan(result.h[entry])) << entry;
    EXPECT_TRUE(std::isnan(result.p[entry])) << entry;
    EXPECT_TRUE(std::isnan(result.epsilon_squared[entry])) << entry;
  }
  EXPECT_DOUBLE_EQ(result.h[3], 1.0);
  EXPECT_DOUBLE_EQ(result.h[4], 2.4);
}

TEST(KruskalWallis, VerySmallPIsNotRoundedToZero) {
  Table table{{}, 1, {}, 2};
  for (int subject = 0; subject < 4000; ++subject) {
    table.values.push_back(subject);
    table.group_of.push_back(subject / 2000);
  }
  const KruskalWallis result = kruskal_wallis(table.view());
  EXPECT_NEAR(result.h[0], 12.0 / (4000.0 * 4001.0) * 1000.0 * 1000.0 * 4000.0, 1e-9);
  // erfc(sqrt(h / 2)) is near 10^-653 for this H, below the smallest double.
  EXPECT_EQ(result.p[0], 0.0);
  table.values.resize(1000);
  table.group_of.resize(1000);
  for (std::size_t subject = 500; subject < 1000; ++subject) table.group_of[subject] = 1;
  const double h = kruskal_wallis(table.view()).h[0], p = kruskal_wallis(table.view()).p[0];
  EXPECT_GT(p, 0.0);
  EXPECT_NEAR(p / std::erfc(std::sqrt(h / 2.0)), 1.0, 1e-11);
}

TEST(KruskalWallis, DoesNotDependOnTheNumberOfThreads) {
  const Table table = random_table(5, 3, 10, 1000, 4, 0.1);
  const KruskalWallis one = kruskal_wallis(table.view(), {.threads = 1});
  const KruskalWallis two = kruskal_wallis(table.view(), {.threads = 2});
  for (std::size_t entry = 0; entry < table.entries; ++entry) {
    if (!std::isnan(one.p[entry])) {
      EXPECT_EQ(one.p[entry], two.p[entry]);
    }
  }
}

TEST(KruskalWallis, StopsWhenAsked) {
  CancelFlag cancel;
  cancel.cancel();
  const Table table = random_table(5, 3, 10, 10, 4, 0.1);
  EXPECT_EQ(error_of([&] { kruskal_wallis(table.view(), {.cancel = &cancel}); }).code(), ErrorCode::cancelled);
}

}  // namespace
}  // namespace biotropy::groups
