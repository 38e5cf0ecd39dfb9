// SPDX-License-Identifier: Apache-2.0
//
// Invalid tables of values are refused by every test, with the fault and the allowed values.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "biotropy/groups/permutation.hpp"
#include "biotropy/groups/rank_tests.hpp"
#include "biotropy/groups/values.hpp"
#include "tests/error_of.hpp"
#include "tests/groups/naive.hpp"

namespace biotropy::groups {

namespace {

const Table kGood{{1, 2, 3, 4}, 2, {0, 1}, 2};

void expect_refused(const Table& table, ErrorCode code, const std::string& parameter = "") {
  const std::function<void()> calls[] = {[&] { kruskal_wallis(table.view()); },
                                         [&] {
                                           compare(table.view(), {0, 1});
                                         },
                                         [&] { permutation_test(table.view()); }, [&] { summarise(table.view()); }};
  for (const auto& call : calls) {
    const Error error = error_of(call);
    EXPECT_EQ(error.code(), code);
    EXPECT_EQ(error.parameter(), parameter);
  }
}

TEST(Values, OfOneGroupAreSummarisedButNotCompared) {
  const Table one{{1, 2, 3, 4}, 2, {0, 0}, 1};
  EXPECT_NO_THROW(summarise(one.view()));
  const std::function<void()> comparisons[] = {[&] { kruskal_wallis(one.view()); },
                                               [&] { permutation_test(one.view()); }};
  for (const auto& call : comparisons) EXPECT_THAT(error_of(call), refuses("groups", "1"));
}

TEST(Values, MistakesAreNamed) {
  EXPECT_NO_THROW(validate(kGood.view()));
  const auto with = [](auto change) {
    Table table = kGood;
    change(table);
    return table;
  };
  const auto argument = ErrorCode::invalid_argument;
  expect_refused(with([](Table& t) { t.groups = 3; }), argument);
  expect_refused(with([](Table& t) { t.entries = 0; }), argument, "entries");
  expect_refused(with([](Table& t) { t.group_of[1] = 2; }), argument, "group_of[1]");
  expect_refused(with([](Table& t) { t.group_of[0] = -1; }), argument, "group_of[0]");
  expect_refused(with([](Table& t) { t.group_of.clear(); }), argument);
  expect_refused(with([](Table& t) { t.group_of.assign(65'536, 0); }), argument, "subjects");
  expect_refused(with([](Table& t) { t.values.pop_back(); }), ErrorCode::invalid_data);
  expect_refused(with([](Table& t) { t.values.resize(6); }), ErrorCode::invalid_data);
  expect_refused(with([](Table& t) { t.entries = static_cast<std::size_t>(-1); }), ErrorCode::invalid_data);
}

TEST(Values, ContrastsAreOfTwoGroups) {
  for (const auto& pair : {std::pair{Contrast{-1, 1}, "contrast.first"},
                           {Contrast{2, 1}, "contrast.first"},
                           {Contrast{0, 2}, "contrast.second"},
                           {Contrast{1, 1}, "contrast.second"}}) {
    EXPECT_EQ(error_of([&] { compare(kGood.view(), pair.first); }).parameter(), pair.second);
    EXPECT_EQ(error_of([&] { permutation_test(kGood.view(), pair.first); }).parameter(), pair.second);
  }
}

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
