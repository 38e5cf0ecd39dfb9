// SPDX-License-Identifier: Apache-2.0
//
// The engine "bits" with windows of every width, and the products that it returns in place of counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>

#include "biotropy/match/engine.hpp"
#include "inputs.hpp"
#include "naive.hpp"
#include "tests/every_instruction_set.hpp"

namespace biotropy::match {
namespace {

std::vector<double> ramp(std::size_t n, std::uint64_t seed) {
  std::vector<double> samples(n);
  for (std::size_t i = 0; i < n; ++i) samples[i] = static_cast<double>(i);
  std::mt19937_64 generator(seed);
  std::shuffle(samples.begin(), samples.end(), generator);
  return samples;
}

// A tolerance of w matches 2 w + 1 samples of a shuffled ramp, fewer at its ends: around the widths of 32, 64 and 128
// bytes, which have loops of their own, and beyond.
TEST(BitRowsTest, WindowsOfEveryWidthHoldTheDefinition) {
  constexpr std::size_t n = 1300;
  const auto x = ramp(n, 1), y = ramp(n, 2);
  for (const double r : {0.0, 1.0, 3.0, 120.0, 124.0, 125.0, 128.0, 250.0, 253.0, 257.0, 505.0, 509.0, 800.0, 1300.0}) {
    for (const auto& lengths : {std::vector{1, 2}, std::vector{2, 3}, std::vector{3}, std::vector{1, 4}}) {
      for (const TemplateRule templates : {TemplateRule::all, TemplateRule::common}) {
        const Rule rule{lengths, 2, r, Boundary::closed, templates, kKeepAllPairs, true};
        Rule of_totals = rule;
        of_totals.per_template = false;
        const auto expected = naive_counts(x, y, rule);
        for (const std::string& set : EveryInstructionSet()) {
          const Counts counts = count_matches(x, y, rule, {}, "bits");
          for (std::size_t position = 0; position < lengths.size(); ++position) {
            const auto& found = counts.per_template[position];
            ASSERT_EQ(std::vector<std::uint64_t>(found.begin(), found.end()), expected[position]) << set << ", r " << r;
          }
          ASSERT_EQ(count_matches(x, y, of_totals, {}, "bits").totals, counts.totals) << set << ", r " << r;
        }
      }
    }
  }
}

// Rows of other widths in one group, and memory of tables that goes from group to group.
TEST(BitRowsTest, SeriesOfAllLengthsInOneGroup) {
  std::vector<std::vector<double>> data;
  for (const std::size_t n : {0U, 40U, 513U, 1024U, 1024U, 3U, 700U, 90U})
    data.push_back(inputs(n, 0, n + data.size())[0].x);
  const std::vector<Samples> series(data.begin(), data.end());
  std::vector<Pair> pairs;
  for (std::uint32_t entry = 0; entry < 16; ++entry) pairs.push_back({entry / 4, entry % 4});
  for (const std::string& set : EveryInstructionSet()) {
    for (const std::vector<int>& lengths : {std::vector{1, 2}, std::vector{2, 3}}) {
      const Rule rule{lengths, 1, 0.4, Boundary::closed, TemplateRule::all, kKeepAllPairs, true};
      const Sink sink = [&](const PairCounts& counts) {
        const auto [x, y] = pairs[counts.pair];
        const auto expected = naive_counts(series[4 * counts.group + x], series[4 * counts.group + y], rule);
        for (std::size_t l = 0; l < 2; ++l) {
          const auto found = counts.lengths[l].per_template;
          ASSERT_EQ(std::vector<std::uint64_t>(found.begin(), found.end()), expected[l])
              << set << ", " << x << ", " << y;
        }
      };
      count({series, 4, pairs, rule}, sink, {1, nullptr}, "bits");
    }
  }
}

// The memory does not grow with the delay.
TEST(BitRowsTest, DelaysBeyondTheSeriesMatchNothing) {
  const auto x = ramp(300, 1);
  const Rule rule{{1, 2, 3}, 2147483647, 2.0, Boundary::closed, TemplateRule::all, kKeepAllPairs, false};
  EXPECT_EQ(count_matches(x, x, rule, {}, "bits").totals, count_matches(x, x, rule, {}, "direct").totals);
}

TEST(BitRowsTest, ProductsOfNarrowCountsAndOfTwoListsHaveTheBitsOfOne) {
  std::mt19937_64 generator(3);
  const auto draw = [&](std::size_t n, int largest) {
    std::vector<std::uint16_t> counts(n);
    for (auto& count : counts) count = static_cast<std::uint16_t>(std::uniform_int_distribution(0, largest)(generator));
    return counts;
  };
  for (const std::string& set : EveryInstructionSet()) {
    for (const std::size_t n : {1U, 8U, 9U, 255U, 256U, 257U, 300U, 1023U, 1024U, 5000U}) {
      for (const int largest : {1, 3, 16384}) {
        const std::vector<std::vector<std::uint16_t>> data{draw(n, largest), draw(n - 1, largest),
                                                           draw(n / 2, largest)};
        const std::vector<std::uint32_t> longer(data[0].begin(), data[0].end());
        const std::vector<std::uint32_t> shorter(data[1].begin(), data[1].end());
        const std::array<CountProduct, 2> two{count_product(longer, shorter.size()),
                                              count_product(shorter, shorter.size())};
        ASSERT_EQ(count_products(longer, shorter), two) << set << ", " << n;
        for (std::size_t lengths = 1; lengths <= data.size(); ++lengths) {
          const std::vector<std::span<const std::uint16_t>> counts(data.begin(),
                                                                   data.begin() + static_cast<int>(lengths));
          std::vector<CountProduct> products;
          count_products(counts, products);
          ASSERT_EQ(products.size(), lengths);
          for (std::size_t l = 0; l < lengths; ++l) {
            const std::vector<std::uint32_t> wide(counts[l].begin(), counts[l].end());
            ASSERT_EQ(products[l], count_product(wide, counts.back().size())) << set << ", " << n << ", " << l;
          }
        }
      }
    }
  }
}

// Of all pairs of a group, in both directions, in one pass or two.
TEST(BitRowsTest, ProductsAreThoseOfTheCounts) {
  for (const std::string& set : EveryInstructionSet()) {
    for (const std::size_t n : {40U, 700U, 1500U}) {
      std::vector<std::vector<double>> data;
      for (const std::size_t seed : {1U, 2U, 3U}) data.push_back(inputs(n, 0, seed)[0].x);
      data[2].back() = 1e9;  // templates without a match
      const std::vector<Samples> series(data.begin(), data.end());
      std::vector<Pair> pairs;
      for (std::uint32_t entry = 0; entry < 9; ++entry) pairs.push_back({entry / 3, entry % 3});
      for (const std::vector<int>& lengths : {std::vector{1, 2}, std::vector{2, 3}}) {
        Rule rule{lengths, 1, 0.3, Boundary::closed, TemplateRule::all, kKeepAllPairs, true};
        std::map<std::size_t, std::vector<CountProduct>> expected;
        std::map<std::size_t, std::vector<std::uint64_t>> totals;
        const auto count_all = [&](const Sink& sink) { count({series, 3, pairs, rule}, sink, {1, nullptr}, "bits"); };
        count_all([&](const PairCounts& counts) {
          for (const LengthCounts& at : counts.lengths) {
            expected[counts.pair].push_back(count_product(at.per_template, counts.lengths.back().per_template.size()));
            totals[counts.pair].push_back(at.total);
          }
        });
        rule.products_suffice = true;
        std::size_t found = 0;
        count_all([&](const PairCounts& counts) {
          for (std::size_t l = 0; l < lengths.size(); ++l) {
            ASSERT_NE(counts.lengths[l].product, nullptr);
            EXPECT_EQ(*counts.lengths[l].product, expected[counts.pair][l]) << set << ", " << n;
            EXPECT_EQ(counts.lengths[l].total, totals[counts.pair][l]);
          }
          ++found;
        });
        EXPECT_EQ(found, pairs.size());
      }
    }
  }
}

}  // namespace
}  // namespace biotropy::match
