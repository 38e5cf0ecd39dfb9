// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "biotropy/groups/rank_tests.hpp"
#include "tests/groups/naive.hpp"

namespace biotropy::groups {
namespace {

/// From all choices of the first group: |U - its mean| at least as large as observed.
double naive_exact_p(const std::vector<double>& first, const std::vector<double>& second) {
  std::vector<double> all = first;
  all.insert(all.end(), second.begin(), second.end());
  std::vector<int> labels(first.size(), 0);
  labels.insert(labels.end(), second.size(), 1);
  const double middle = static_cast<double>(first.size() * second.size()) / 2.0;
  const double observed = std::abs(naive_u(first, second) - middle);
  double reached = 0.0, count = 0.0;
  for_each_arrangement(labels, [&](const std::vector<int>& arrangement) {
    std::vector<double> a, b;
    for (std::size_t k = 0; k < all.size(); ++k) (arrangement[k] == 0 ? a : b).push_back(all[k]);
    count += 1.0;
    reached += std::abs(naive_u(a, b) - middle) >= observed ? 1.0 : 0.0;
  });
  return reached / count;
}

RC_GTEST_PROP(Contrast, IsThatOfItsTwoGroups, (unsigned seed)) {
  const unsigned distinct = *rc::gen::element(0u, 2u, 4u);
  const Table table = random_table(seed, 3, 6, 2, distinct, *rc::gen::element(0.0, 0.2));
  const Contrast contrast = *rc::gen::element(Contrast{0, 1}, Contrast{2, 1}, Contrast{0, 2});
  const ContrastTest chi_squared = compare(table.view(), contrast);
  const ContrastTest exact = compare(table.view(), contrast, ContrastP::exact);
  for (std::size_t entry = 0; entry < table.entries; ++entry) {
    const auto samples = by_group(table, entry);
    const auto& first = samples[static_cast<std::size_t>(contrast.first)];
    const auto& second = samples[static_cast<std::size_t>(contrast.second)];
    const double h = first.empty() || second.empty() ? std::nan("") : naive_h({first, second});
    RC_ASSERT(std::isnan(chi_squared.h[entry]) == std::isnan(h));
    if (std::isnan(h)) {
      RC_ASSERT(std::isnan(exact.p[entry]) && std::isnan(exact.u[entry]) && std::isnan(exact.rank_biserial[entry]));
      continue;
    }
    const double u = naive_u(first, second), pairs = static_cast<double>(first.size() * second.size());
    RC_ASSERT(std::abs(chi_squared.h[entry] - h) <= 1e-11);
    RC_ASSERT(chi_squared.u[entry] == u);
    RC_ASSERT(std::abs(chi_squared.rank_biserial[entry] - (1.0 - 2.0 * u / pairs)) <= 1e-15);
    RC_ASSERT(std::abs(chi_squared.p[entry] - std::erfc(std::sqrt(chi_squared.h[entry] / 2.0))) <= 1e-12);
    RC_ASSERT(std::abs(exact.p[entry] - naive_exact_p(first, second)) <= 1e-14);
    RC_ASSERT(exact.h[entry] == chi_squared.h[entry]);
  }
}

TEST(Contrast, SmallestP) {
  EXPECT_NEAR(smallest_contrast_p(4, 4, ContrastP::chi_squared), 0.0209, 5e-5);
  for (const auto& [first, second] : {std::pair{1, 1}, {1, 4}, {2, 3}, {4, 4}, {5, 2}}) {
    Table table{{}, 1, {}, 2};
    for (int subject = 0; subject < first + second; ++subject) {
      table.values.push_back(subject);
      table.group_of.push_back(subject < first ? 0 : 1);
    }
    const auto n_first = static_cast<std::size_t>(first), n_second = static_cast<std::size_t>(second);
    for (const ContrastP kind : {ContrastP::chi_squared, ContrastP::exact}) {
      EXPECT_NEAR(smallest_contrast_p(n_first, n_second, kind), compare(table.view(), {0, 1}, kind).p[0], 1e-14);
    }
    // No arrangement has a smaller one.
    for_each_arrangement(table.group_of, [&](const std::vector<int>& arrangement) {
      Table other = table;
      other.group_of = arrangement;
      EXPECT_LE(smallest_contrast_p(n_first, n_second, ContrastP::chi_squared),
                compare(other.view(), {0, 1}).p[0] + 1e-14);
    });
  }
}

TEST(Contrast, RisesFromTheFirstToTheSecond) {
  const Table table{{1, 2, 3, 4, 5}, 1, {0, 0, 1, 1, 1}, 2};
  const ContrastTest up = compare(table.view(), {0, 1}, ContrastP::exact);
  EXPECT_EQ(up.rank_biserial[0], 1.0);
  EXPECT_EQ(up.u[0], 0.0);
  EXPECT_DOUBLE_EQ(up.p[0], 0.2);
  const ContrastTest down = compare(table.view(), {1, 0}, ContrastP::exact);
  EXPECT_EQ(down.rank_biserial[0], -1.0);
  EXPECT_EQ(down.u[0], 6.0);
  EXPECT_DOUBLE_EQ(down.p[0], 0.2);
}

TEST(Contrast, ExactPOfManySubjectsStaysAccurate) {
  Table table{{}, 1, {}, 2};
  for (int subject = 0; subject < 100; ++subject) {
    table.values.push_back(subject);
    table.group_of.push_back(subject / 50);
  }
  // Two of C(100, 50) arrangements are as extreme.
  const double ways = std::exp(std::lgamma(101.0) - 2.0 * std::lgamma(51.0));
  EXPECT_NEAR(compare(table.view(), {0, 1}, ContrastP::exact).p[0] * ways / 2.0, 1.0, 1e-11);
  table.values.push_back(100);
  table.group_of.push_back(0);
  const Error error = error_of([&] { compare(table.view(), {0, 1}, ContrastP::exact); });
  EXPECT_EQ(error.code(), ErrorCode::unsupported);
  EXPECT_NE(std::string(error.what()).find("101 subjects"), std::string::npos);
  EXPECT_NO_THROW(compare(table.view(), {0, 1}));
}

TEST(Contrast, ExactPNeverPassesOne) {
  for (const int size : {5, 20, 34, 50}) {
    Table table{{}, 1, {}, 2};
    // The two groups share the outermost pair of ranks, the next one, and so on: both sums are in the middle.
    for (int subject = 0; subject < 4 * (size / 2); ++subject) {
      table.values.push_back(subject);
      table.group_of.push_back(std::min(subject, 4 * (size / 2) - 1 - subject) % 2);
    }
    EXPECT_EQ(compare(table.view(), {0, 1}, ContrastP::exact).p[0], 1.0) << size;
  }
}

TEST(Contrast, NamesOfP) {}

}  // namespace
}  // namespace biotropy::groups
