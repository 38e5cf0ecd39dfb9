// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "biotropy/groups/permutation.hpp"
#include "biotropy/groups/rank_tests.hpp"
#include "tests/groups/naive.hpp"

namespace biotropy::groups {
namespace {

constexpr double kClose = 1e-9;  // for H that are equal in exact arithmetic; different ones are further apart here

double h_with_labels(Table table, const std::vector<int>& labels, std::size_t entry) {
  table.group_of = labels;
  const double h = naive_h(by_group(table, entry));
  return std::isnan(h) ? 0.0 : h;
}

/// p of each entry from all arrangements, and of the largest H.
PermutationTest naive_permutation_test(const Table& table) {
  std::vector<double> observed(table.entries), reached(table.entries), largest_reached(table.entries);
  const KruskalWallis tested = kruskal_wallis(table.view());
  for (std::size_t entry = 0; entry < table.entries; ++entry)
    observed[entry] = h_with_labels(table, table.group_of, entry);
  double count = 0.0;
  for_each_arrangement(table.group_of, [&](const std::vector<int>& labels) {
    double largest = 0.0;
    for (std::size_t entry = 0; entry < table.entries; ++entry) {
      if (std::isnan(tested.h[entry])) continue;
      const double h = h_with_labels(table, labels, entry);
      largest = std::max(largest, h);
      reached[entry] += h >= observed[entry] - kClose ? 1.0 : 0.0;
    }
    for (std::size_t entry = 0; entry < table.entries; ++entry) {
      largest_reached[entry] += largest >= observed[entry] - kClose ? 1.0 : 0.0;
    }
    count += 1.0;
  });
  PermutationTest test{{}, {}, static_cast<std::uint64_t>(count), true};
  for (std::size_t entry = 0; entry < table.entries; ++entry) {
    test.p.push_back(std::isnan(tested.h[entry]) ? kNaN : reached[entry] / count);
    test.familywise_p.push_back(std::isnan(tested.h[entry]) ? kNaN : largest_reached[entry] / count);
  }
  return test;
}

bool same(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

RC_GTEST_PROP(PermutationTest, LooksAtAllArrangementsWhereTheyAreFew, (unsigned seed)) {
  const int groups = *rc::gen::inRange(2, 4);
  const Table table =
      random_table(seed, groups, groups == 2 ? 4 : 3, 4, *rc::gen::element(0u, 3u), *rc::gen::element(0.0, 0.25));
  const PermutationTest test = permutation_test(table.view());
  const PermutationTest wanted = naive_permutation_test(table);
  RC_ASSERT(test.exact);
  RC_ASSERT(test.arrangements == wanted.arrangements);
  RC_ASSERT(same(test.p, wanted.p));
  RC_ASSERT(same(test.familywise_p, wanted.familywise_p));
}

TEST(PermutationTest, OfAContrastIsItsExactP) {
  const Table table = random_table(3, 3, 7, 50, 0, 0.0);
  const PermutationTest test = permutation_test(table.view(), Contrast{2, 0});
  ASSERT_TRUE(test.exact);
  const ContrastTest exact = compare(table.view(), {2, 0}, ContrastP::exact);
  for (std::size_t entry = 0; entry < table.entries; ++entry) EXPECT_NEAR(test.p[entry], exact.p[entry], 1e-14);
}

/// Thirty subjects in three groups, as in the MEG study; the first entries rise from group to group.
Table study(std::size_t entries, std::size_t rising) {
  Table table{{}, entries, {}, 3};
  for (int subject = 0; subject < 30; ++subject) table.group_of.push_back(subject / 10);
  const Table noise = random_table(9, 30, 1, entries, 0, 0.0);
  table.values = noise.values;
  for (std::size_t subject = 0; subject < 30; ++subject) {
    for (std::size_t entry = 0; entry < rising; ++entry) {
      table.values[subject * entries + entry] += 2.0 * table.group_of[subject];
    }
  }
  return table;
}

TEST(PermutationTest, RandomArrangementsComeNearTheExactP) {
  Table table = random_table(11, 2, 1, 40, 0, 0.0);
  table.group_of = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1};
  table.values = random_table(12, 12, 1, 40, 0, 0.0).values;
  const PermutationTest exact = permutation_test(table.view());
  ASSERT_TRUE(exact.exact);
  EXPECT_EQ(exact.arrangements, 924u);
  const PermutationSettings fewer{.permutations = 923, .seed = 7};
  const PermutationTest drawn = permutation_test(table.view(), {}, fewer);
  EXPECT_FALSE(drawn.exact);
  EXPECT_EQ(drawn.arrangements, 923u);
  for (std::size_t entry = 0; entry < 40; ++entry) {
    // Five standard errors of a share of 923 draws.
    EXPECT_NEAR(drawn.p[entry], exact.p[entry], 5.0 * std::sqrt(0.25 / 923.0) + 1.0 / 924.0);
    EXPECT_NEAR(drawn.familywise_p[entry], exact.familywise_p[entry], 5.0 * std::sqrt(0.25 / 923.0) + 1.0 / 924.0);
  }
}

TEST(PermutationTest, FindsWhatIsThereAndKeepsTheFamily) {
  const Table table = study(2000, 5);
  const PermutationTest test = permutation_test(table.view(), {}, {.permutations = 1999});
  for (std::size_t entry = 0; entry < 5; ++entry) {
    EXPECT_LE(test.p[entry], 0.001);
    EXPECT_LT(test.familywise_p[entry], 0.05);
  }
  std::size_t small = 0, false_alarms = 0;
  for (std::size_t entry = 5; entry < 2000; ++entry) {
    EXPECT_GE(test.familywise_p[entry], test.p[entry]);
    EXPECT_GE(test.p[entry], 1.0 / 2000.0);
    small += test.p[entry] < 0.05;
    false_alarms += test.familywise_p[entry] < 0.05;
  }
  EXPECT_NEAR(static_cast<double>(small) / 1995.0, 0.05, 0.025);
  EXPECT_EQ(false_alarms, 0u);
}

TEST(PermutationTest, DependsOnTheSeedAndNotOnTheThreads) {
  Table table = study(1500, 5);
  for (std::size_t place = 0; place < table.values.size(); place += 97) table.values[place] = kNaN;
  const PermutationSettings settings{.permutations = 300, .seed = 4};
  const PermutationTest one = permutation_test(table.view(), {}, settings, {.threads = 1});
  const PermutationTest two = permutation_test(table.view(), {}, settings, {.threads = 2});
  EXPECT_EQ(one.p, two.p);
  EXPECT_EQ(one.familywise_p, two.familywise_p);
  EXPECT_NE(one.p, permutation_test(table.view(), {}, {.permutations = 300, .seed = 5}).p);
}

TEST(PermutationTest, IsTheSameOnEveryMachine) {
  const Table table{{0, 1, 4, 9, 16, 25, 3, 6, 7, 8, 30, 31}, 1, {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}, 2};
  EXPECT_EQ(permutation_test(table.view(), {}, {.permutations = 500, .seed = 1}).p[0], 224.0 / 501.0);
}

TEST(PermutationTest, EntriesWithAndWithoutGapsDoNotDisturbEachOther) {
  Table table = study(700, 5);
  const PermutationTest whole = permutation_test(table.view(), {}, {.permutations = 200});
  for (std::size_t entry = 0; entry < 700; entry += 2) table.values[entry] = kNaN;
  for (std::size_t subject = 0; subject < 10; ++subject) table.values[subject * 700 + 1] = kNaN;
  for (std::size_t subject = 0; subject < 30; ++subject) table.values[subject * 700 + 3] = 1.0;
  const PermutationTest gapped = permutation_test(table.view(), {}, {.permutations = 200});
  for (std::size_t entry = 5; entry < 700; entry += 2) EXPECT_EQ(whole.p[entry], gapped.p[entry]);
  EXPECT_TRUE(std::isnan(gapped.p[1]) && std::isnan(gapped.familywise_p[1]));
  EXPECT_TRUE(std::isnan(gapped.p[3]) && std::isnan(gapped.familywise_p[3]));
  EXPECT_FALSE(std::isnan(gapped.p[2]));
}

TEST(PermutationTest, WithoutAnyTestableEntry) {
  const Table table{{1, 1, 1, 1}, 1, {0, 0, 1, 1}, 2};
  const PermutationTest test = permutation_test(table.view());
  EXPECT_TRUE(std::isnan(test.p[0]));
  EXPECT_EQ(test.arrangements, 6u);
}

TEST(PermutationTest, TellsHowFarItIsAndStopsWhenAsked) {
  const Table table = study(600, 0);
  std::uint64_t done = 0, total = 0;
  permutation_test(table.view(), {}, {.permutations = 777}, {}, [&](std::uint64_t now, std::uint64_t all) {
    done = now;
    total = all;
  });
  EXPECT_EQ(done, 777u);
  EXPECT_EQ(total, 777u);
  CancelFlag cancel;
  const auto stop = [&](std::uint64_t, std::uint64_t) { cancel.cancel(); };
  const Error error =
      error_of([&] { permutation_test(table.view(), {}, {.permutations = 10'000'000}, {.cancel = &cancel}, stop); });
  EXPECT_EQ(error.code(), ErrorCode::cancelled);
}

TEST(PermutationTest, NumbersOfPermutationsThatAreRefused) {
  const Table table = study(1, 0);
  for (const std::uint64_t wrong : {std::uint64_t{0}, std::uint64_t{10'000'001}}) {
    EXPECT_EQ(error_of([&] { permutation_test(table.view(), {}, {.permutations = wrong}); }).parameter(),
              "permutations");
  }
}

}  // namespace
}  // namespace biotropy::groups
