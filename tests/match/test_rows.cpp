// SPDX-License-Identifier: Apache-2.0
//
// Engine of bit rows by code, for series longer than one stretch.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "biotropy/match/engine.hpp"
#include "tests/every_instruction_set.hpp"

namespace biotropy::match {
namespace {

std::vector<double> rounded_noise(std::size_t n, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  std::normal_distribution<double> normal;
  std::vector<double> samples(n);
  for (double& value : samples) value = std::round(4.0 * normal(generator)) / 4.0;
  return samples;
}

void expect_same(Samples x, Samples y, const Rule& rule, const std::string& name) {
  const Counts expected = count_matches(x, y, rule, {}, "sorted");
  for (const int threads : {1, 2}) {
    const Counts found = count_matches(x, y, rule, {threads, nullptr}, "rows");
    EXPECT_EQ(found.totals, expected.totals) << name;
    EXPECT_EQ(found.per_template, expected.per_template) << name;
  }
}

TEST(Rows, StretchesJoinUpAtTheirBorders) {
  for (const std::size_t n : {8191U, 8192U, 8193U, 8202U, 16384U, 16385U, 20000U}) {
    const auto x = rounded_noise(n, n), y = rounded_noise(n - 100, n + 1);
    for (const bool per_template : {false, true}) {
      const std::string name = std::to_string(n);
      expect_same(x, x, {{2, 3}, 1, 0.3, Boundary::closed, TemplateRule::common, kExcludeSelf, per_template}, name);
      expect_same(x, x, {{5, 6}, 3, 0.8, Boundary::open, TemplateRule::all, kKeepAllPairs, per_template}, name);
      expect_same(x, y, {{1, 4}, 2, 0.5, Boundary::closed, TemplateRule::all, 3, per_template}, name);
      expect_same(y, x, {{3, 4}, 1, 0.5, Boundary::closed, TemplateRule::common, kKeepAllPairs, per_template}, name);
    }
  }
}

TEST(Rows, DelaysReachFarBehindAStretch) {
  auto x = rounded_noise(17000, 1);
  for (std::size_t i = 50; i < x.size(); i += 777) x[i] = std::numeric_limits<double>::quiet_NaN();
  for (const int tau : {15, 16, 17, 300}) {
    for (const TemplateRule rule : {TemplateRule::all, TemplateRule::common}) {
      expect_same(x, x, {{3, 4}, tau, 0.6, Boundary::closed, rule, kExcludeSelf, true}, std::to_string(tau));
      expect_same(x, x, {{3, 4}, tau, 0.6, Boundary::closed, rule, kExcludeSelf, false}, std::to_string(tau));
    }
  }
}

TEST(Rows, EveryInstructionSetHasTheSameCounts) {
  const auto x = rounded_noise(9000, 2);
  for (const std::string& set : EveryInstructionSet()) {
    expect_same(x, x, {{1, 2, 5}, 1, 0.5, Boundary::closed, TemplateRule::common, kExcludeSelf, false}, set);
  }
}

TEST(Rows, TotalsPassThirtyTwoBits) {
  const std::size_t n = 70000, m = 8;
  const std::vector<double> constant(n, 0.7);
  const Rule rule{{8, 9}, 1, 0.0, Boundary::closed, TemplateRule::common, kExcludeSelf, false};
  const std::uint64_t templates = n - m;
  EXPECT_EQ(count_matches(constant, constant, rule, {}, "rows").totals,
            std::vector<std::uint64_t>(2, templates * (templates - 1)));
}

}  // namespace
}  // namespace biotropy::match
