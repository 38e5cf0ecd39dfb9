// SPDX-License-Identifier: Apache-2.0
//
// The lattice engine with narrow and wide windows, rectangles summed one by one and rows first, on several threads.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <random>

#include "biotropy/error.hpp"
#include "biotropy/match/engine.hpp"
#include "biotropy/match/engines/sample_codes.hpp"
#include "naive.hpp"
#include "tests/every_instruction_set.hpp"

namespace biotropy::match {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<double> rounded_noise(std::size_t n, double values_per_sd, double memory, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  std::normal_distribution<double> normal;
  std::vector<double> samples(n);
  double state = 0.0;
  for (double& value : samples) {
    state = memory * state + std::sqrt(1.0 - memory * memory) * normal(generator);
    value = std::round(state * values_per_sd) / values_per_sd;
  }
  return samples;
}

void expect_definition(Samples x, Samples y, const Rule& rule, const std::string& name) {
  const auto expected = naive_counts(x, y, rule);
  const Counts counts = count_matches(x, y, rule, {}, "lattice");
  for (std::size_t position = 0; position < expected.size(); ++position) {
    ASSERT_EQ(counts.totals[position],
              std::accumulate(expected[position].begin(), expected[position].end(), std::uint64_t{0}))
        << name << ", r = " << rule.r << ", length " << rule.lengths[position];
    if (!rule.per_template) continue;
    ASSERT_EQ(counts.per_template[position].size(), expected[position].size());
    for (std::size_t i = 0; i < expected[position].size(); ++i) {
      ASSERT_EQ(counts.per_template[position][i], expected[position][i]) << name << ", template " << i;
    }
  }
}

Rule rule_of(double r, bool per_template) {
  return {{1, 2, 3}, 1, r, Boundary::closed, TemplateRule::common, kExcludeSelf, per_template};
}

TEST(Lattice, EqualsTheDefinitionFromNarrowToWideWindows) {
  for (const std::string& set : EveryInstructionSet()) {
    for (const double values_per_sd : {2.0, 12.0, 40.0}) {
      for (const double memory : {0.0, 0.98}) {
        auto x = rounded_noise(500, values_per_sd, memory, 1), y = rounded_noise(400, values_per_sd, memory, 2);
        x[17] = y[300] = kNaN;
        for (const double r : {0.0, 0.15, 0.6, 3.0}) {
          const std::string name = set + ", " + std::to_string(values_per_sd) + ", memory " + std::to_string(memory);
          expect_definition(x, y, rule_of(r, true), name);
          expect_definition(x, x, rule_of(r, false), name + ", with itself");
        }
      }
    }
  }
}

TEST(Lattice, EqualsTheDefinitionBetweenDifferentLattices) {
  auto x = rounded_noise(500, 9.0, 0.5, 3), y = rounded_noise(650, 31.0, 0.5, 4);
  for (double& value : y) value += 1.0 / 128.0;
  for (const double r : {0.01, 0.2, 1.0 / 9.0}) {
    expect_definition(x, y, rule_of(r, true), "coarse in fine");
    expect_definition(y, x, rule_of(r, true), "fine in coarse");
  }
}

TEST(Lattice, SharesItsWorkWithoutAChange) {
  const auto x = rounded_noise(130000, 30.0, 0.9, 5);
  const Rule rule{{2, 3}, 2, 0.2, Boundary::closed, TemplateRule::all, kKeepAllPairs, true};
  const Counts alone = count_matches(x, x, rule, {1, nullptr}, "lattice");
  const Counts sorted = count_matches(x, x, rule, {}, "sorted");
  EXPECT_EQ(alone.totals, sorted.totals);
  EXPECT_EQ(alone.per_template, sorted.per_template);
  for (const int threads : {2, 3}) {
    const Counts shared = count_matches(x, x, rule, {threads, nullptr}, "lattice");
    EXPECT_EQ(shared.totals, alone.totals);
    EXPECT_EQ(shared.per_template, alone.per_template);
  }
}

TEST(Lattice, TotalsPassThirtyTwoBits) {
  const std::size_t n = 100000;
  const std::vector<double> constant(n, 0.7);
  const Counts counts = count_matches(constant, constant, rule_of(0.0, false), {}, "lattice");
  const std::uint64_t templates = n - 2;
  EXPECT_EQ(counts.totals, std::vector<std::uint64_t>(3, templates * (templates - 1)));
}

TEST(Lattice, RefusesLongTemplatesAndManyValues) {
  std::vector<double> samples(2048);
  std::iota(samples.begin(), samples.end(), 0.0);
  const auto refuses = [&](std::vector<int> lengths) {
    Rule rule = rule_of(1.0, false);
    rule.lengths = std::move(lengths);
    try {
      count_matches(samples, samples, rule, {}, "lattice");
      return false;
    } catch (const Error& error) {
      return error.code() == ErrorCode::no_engine;
    }
  };
  EXPECT_FALSE(refuses({2, 3}));
  EXPECT_TRUE(refuses({3, 4}));
  samples.push_back(-1.0);
  EXPECT_TRUE(refuses({2, 3}));
}

TEST(Lattice, IsChosenForLongSeriesOfFewValues) {
  const Pair pair;
  const auto chosen = [&](const std::vector<double>& data, std::vector<int> lengths) {
    const Samples samples(data);
    Rule rule = rule_of(0.15, false);
    rule.lengths = std::move(lengths);
    return choose({std::span(&samples, 1), 1, std::span(&pair, 1), rule}).name();
  };
  EXPECT_EQ(chosen(rounded_noise(100000, 20.0, 0.9, 6), {2, 3}), "lattice");
  EXPECT_EQ(chosen(rounded_noise(100000, 20.0, 0.9, 6), {6, 7}), "rows");
  EXPECT_EQ(chosen(rounded_noise(100000, 1e6, 0.9, 6), {2, 3}), "sorted");
  // Few values in the first samples, and many overall.
  auto mixed = rounded_noise(100000, 20.0, 0.9, 6);
  for (std::size_t i = 0; i < mixed.size(); i += 40) mixed[i] += 1e-9 * static_cast<double>(i);
  EXPECT_EQ(chosen(mixed, {2, 3}), "sorted");
}

TEST(SampleCodes, NumberValuesInTheirOrder) {
  const std::vector<double> samples{0.5, -0.0, kNaN, 0.0, -3.0, 0.5};
  const auto coded = sample_codes(samples, 3);
  ASSERT_TRUE(coded.has_value());
  EXPECT_EQ(coded->values, (std::vector<double>{-3.0, 0.0, 0.5}));
  EXPECT_EQ(coded->codes, (std::vector<std::uint16_t>{2, 1, 3, 1, 0, 2}));
  EXPECT_FALSE(sample_codes(samples, 2).has_value());
  EXPECT_TRUE(sample_codes({}, 0)->codes.empty());
}

TEST(SampleCodes, OnAGridAndOnNone) {
  constexpr double greatest = std::numeric_limits<double>::max(), least = std::numeric_limits<double>::denorm_min();
  const std::vector<std::vector<double>> alphabets{{0.1, 0.2, 0.3, 0.4, 0.8},
                                                   {0.0, 1.0, 1.0 + 1e-12, 5.0},
                                                   {-greatest, -1.0, 1.0, greatest},
                                                   {0.0, least, 2 * least},
                                                   {-1e9, 0.7109375, 0.71875, 225.8},
                                                   {kNaN, kNaN},
                                                   {4.0},
                                                   {kNaN, -2.0, 7.0}};
  for (const std::string& set : EveryInstructionSet()) {
    for (const auto& alphabet : alphabets) {
      std::vector<double> samples;
      for (std::size_t i = 0; i < 1003; ++i) samples.push_back(alphabet[(i * i / 7) % alphabet.size()]);
      const auto coded = sample_codes(samples, 5);
      ASSERT_TRUE(coded.has_value()) << set;
      EXPECT_TRUE(std::is_sorted(coded->values.begin(), coded->values.end(), std::less_equal<>())) << set;
      for (std::size_t i = 0; i < samples.size(); ++i) {
        if (std::isnan(samples[i])) {
          ASSERT_EQ(coded->codes[i], coded->values.size()) << set << ", sample " << i;
        } else {
          ASSERT_EQ(coded->values[coded->codes[i]], samples[i]) << set << ", sample " << i;
        }
      }
      EXPECT_TRUE(has_few_values(samples, coded->values.size())) << set;
      EXPECT_TRUE(coded->values.empty() || !has_few_values(samples, coded->values.size() - 1)) << set;
    }
  }
}

TEST(SampleCodes, AgreeOverManyBlocks) {
  std::vector<double> samples(300000);
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = static_cast<double>((i * i + i / 70000) % 1999);
  const auto coded = sample_codes(samples, 2048);
  ASSERT_TRUE(coded.has_value());
  for (std::size_t i = 0; i < samples.size(); ++i) ASSERT_EQ(coded->values[coded->codes[i]], samples[i]) << i;
  EXPECT_FALSE(sample_codes(samples, coded->values.size() - 1).has_value());
}

TEST(SampleCodes, EstimateOfDistinctValues) {
  EXPECT_NEAR(estimate_distinct(std::vector<double>(50000, 2.5), 1024), 1.0, 0.1);
  EXPECT_EQ(estimate_distinct({}, 1024), 0.0);
  EXPECT_EQ(estimate_distinct(std::vector<double>(100, kNaN), 1024), 0.0);
  EXPECT_TRUE(std::isinf(estimate_distinct(rounded_noise(50000, 1e12, 0.0, 7), 1024)));
  std::mt19937_64 generator(8);
  std::vector<double> samples(50000);
  for (double& value : samples) value = static_cast<double>(generator() % 700);
  EXPECT_NEAR(estimate_distinct(samples, 1024), 700.0, 150.0);
}

}  // namespace
}  // namespace biotropy::match
