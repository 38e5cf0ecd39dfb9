// SPDX-License-Identifier: Apache-2.0
//
// Engine of sorted templates: series whose ranks fit 16 bits and longer ones, whose strips have ranks of their own;
// windows from none to all of a strip; strips too small for an index, and samples too many for one strip.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "biotropy/cpu.hpp"
#include "biotropy/match/engine.hpp"
#include "inputs.hpp"
#include "tests/every_instruction_set.hpp"

namespace biotropy::match {
namespace {

std::vector<double> stepped_noise(std::size_t n, std::uint64_t seed, double step) {
  std::mt19937_64 generator(seed);
  std::normal_distribution<double> normal;
  std::vector<double> samples(n);
  for (double& value : samples) value = step > 0.0 ? std::round(normal(generator) / step) * step : normal(generator);
  for (std::size_t i = 100; i < n; i += 1999) samples[i] = std::numeric_limits<double>::quiet_NaN();
  return samples;
}

void expect_same(Samples x, Samples y, const Rule& rule, std::string_view other, const std::string& name) {
  const Counts expected = count_matches(x, y, rule, {}, other);
  for (const int threads : {1, 2}) {
    EXPECT_EQ(count_matches(x, y, rule, {threads, nullptr}, "sorted").totals, expected.totals) << name;
  }
}

TEST(Sorted, RanksOfSixteenBitsAgreeWithBitRows) {
  for (const std::string& set : EveryInstructionSet()) {
    for (const double step : {0.0, 0.01}) {
      const auto x = stepped_noise(9000, 1, step), y = stepped_noise(7000, 2, step);
      for (const double r : {0.5, 1.1}) {
        for (const TemplateRule templates : {TemplateRule::all, TemplateRule::common}) {
          const std::string name = set + ", step " + std::to_string(step) + ", r " + std::to_string(r);
          expect_same(x, x, {{2, 3}, 1, r, Boundary::closed, templates, kExcludeSelf, false}, "bits", name);
          expect_same(x, y, {{1, 3}, 2, r, Boundary::open, templates, kKeepAllPairs, false}, "bits", name + ", cross");
        }
      }
    }
  }
}

// Ranks of whole series up to 65,535 samples, ranks of strips beyond. Few candidates (no index pays), and many or all
// for one length of each kind, all of them on one instruction set.
TEST(Sorted, SeriesAroundSixteenBitsAgreeWithLattice) {
  for (const std::size_t n : {65534U, 65535U, 65536U, 65569U}) {
    auto x = stepped_noise(n, n, 0.01);
    for (std::size_t i = 0; i < n; ++i) {
      if (n != 65569 && std::isnan(x[i])) x[i] = 0.0;  // without missing samples all ranks are used
    }
    std::vector<double> tolerances{0.0, 0.013, 0.15};
    if (n == 65535 || n == 65569) tolerances.insert(tolerances.end(), {1.0, 30.0});
    for (const double r : tolerances) {
      for (const int longest : {2, 3}) {
        const Rule rule{{longest - 1, longest}, 1, r, Boundary::closed, TemplateRule::common, kExcludeSelf, false};
        const auto expected = count_matches(x, x, rule, {}, "lattice").totals;
        for (const std::string& set : EveryInstructionSet()) {
          if (r > 1.0 && set != instruction_sets().front()) continue;
          EXPECT_EQ(count_matches(x, x, rule, {2, nullptr}, "sorted").totals, expected)
              << set << ", " << n << ", r " << r << ", " << longest;
        }
      }
    }
  }
}

// Counts of single templates, of which up to three at the end of a block are no four.
TEST(Sorted, TemplatesOfLongSeriesAgreeWithLattice) {
  const auto x = stepped_noise(70003, 3, 0.01), y = stepped_noise(66001, 4, 0.01);
  for (const double r : {0.2, 1.0}) {  // compared, and counted ahead
    for (const bool cross : {false, true}) {
      const Rule rule{{1, 2, 3}, 1, r, Boundary::open, TemplateRule::all, kKeepAllPairs, true};
      const Samples other = cross ? Samples(y) : Samples(x);
      const Counts expected = count_matches(x, other, rule, {}, "lattice");
      for (const int threads : {1, 2}) {
        const Counts found = count_matches(x, other, rule, {threads, nullptr}, "sorted");
        EXPECT_EQ(found.per_template, expected.per_template) << r << cross << threads;
        EXPECT_EQ(found.totals, expected.totals) << r << cross << threads;
      }
    }
  }
}

// Four templates are looked at together. Those that are far apart end at different candidates, and none may read on
// behind the strip: memcheck and the sanitizers see it.
TEST(Sorted, FewTemplatesOfManyCandidatesAgreeWithTheDefinition) {
  const auto y = stepped_noise(4000, 12, 0.0);
  for (const std::string& set : EveryInstructionSet()) {
    for (const std::size_t n : {6U, 40U, 300U}) {
      const auto x = stepped_noise(n, 11, 0.0);
      for (const double r : {0.2, 1.0, 3.0}) {
        for (const bool per_template : {false, true}) {
          const Rule rule{{2, 3}, 1, r, Boundary::closed, TemplateRule::common, kKeepAllPairs, per_template};
          const Counts expected = count_matches(x, y, rule, {1, nullptr}, "direct");
          const Counts found = count_matches(x, y, rule, {1, nullptr}, "sorted");
          EXPECT_EQ(found.totals, expected.totals) << set << ", " << n << " samples, r " << r;
          EXPECT_EQ(found.per_template, expected.per_template) << set << ", " << n << " samples, r " << r;
        }
      }
    }
  }
}

TEST(Sorted, LongTemplatesAgreeWithRows) {
  const auto x = stepped_noise(20000, 5, 0.01);
  for (const std::string& set : EveryInstructionSet()) {
    for (const double r : {0.15, 0.8}) {
      const Rule rule{{3, 4, 6}, 2, r, Boundary::closed, TemplateRule::common, kExcludeSelf, false};
      expect_same(x, x, rule, "rows", set + ", r " + std::to_string(r));
    }
  }
}

// Values that strips of one width divide badly: far apart, close to a bound of strips, and an offset that rounds them.
TEST(Sorted, ValuesThatStripsDivideBadly) {
  std::mt19937_64 generator(9);
  std::uniform_int_distribution<int> whole(-3, 3);
  std::normal_distribution<double> normal;
  std::vector<std::vector<double>> series(4, std::vector<double>(3000));
  for (double& value : series[0]) value = normal(generator) / std::pow(std::abs(normal(generator)), 5);
  for (double& value : series[1]) value = 0.3 * whole(generator);
  for (double& value : series[2]) value = 0.3 * whole(generator) + std::ldexp(whole(generator), -53);
  for (double& value : series[3]) value = 1e15 + std::round(8 * normal(generator)) / 8;
  for (std::size_t which = 0; which < series.size(); ++which) {
    for (const double r : {0.1, 0.3, 0.9, 5.0}) {
      const Rule rule{{2, 3}, 1, r, Boundary::closed, TemplateRule::common, kExcludeSelf, false};
      expect_same(series[which], series[which], rule, "direct", std::to_string(which) + ", r " + std::to_string(r));
    }
  }
}

// Third samples of a strip are near its first ones, and a few are far away.
TEST(Sorted, ThirdSamplesInAClump) {
  std::vector<double> x(80000);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::round(400.0 * std::sin(1e-3 * static_cast<double>(i)));
  for (std::size_t i = 0; i < x.size(); i += 97) x[i] = i % 2 == 0 ? 500.0 : -500.0;
  const Rule rule{{2, 3}, 1, 20.0, Boundary::closed, TemplateRule::common, kExcludeSelf, false};
  for (const std::string& set : EveryInstructionSet()) {
    expect_same(x, x, rule, "lattice", set);
  }
}

TEST(Sorted, StripsOfMoreThanSixteenBits) {
  std::vector<double> x(140000);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>((i * i / 7) % 3 == 0 ? 0 : (i % 11) / 10);
  expect_same(x, x, {{2, 3}, 1, 0.5, Boundary::closed, TemplateRule::common, kExcludeSelf, false}, "lattice", "ties");
}

// Long enough for every step to be cut into pieces. The definition would take minutes, so the reference is the count on
// one thread, which other tests compare with it.
TEST(Sorted, LongSeriesCountTheSameOnTwoThreads) {
  const std::set<std::string> some{"gaussian", "heartbeat lattice, r on it", "random walk", "missing samples"};
  for (const Input& input : inputs(40000, 36000, 5)) {
    if (!some.contains(input.name)) continue;
    for (const bool cross : {false, true}) {
      const Samples x = input.x, y = cross ? Samples(input.y) : x;
      const std::array both{x, y};
      const Pair pair{0, cross ? 1U : 0U};
      const std::size_t size = cross ? 2 : 1;
      const Query query{std::span(both).first(size),
                        size,
                        std::span(&pair, 1),
                        {{1, 2, 3},
                         1,
                         0.05 * input.r,
                         Boundary::closed,
                         TemplateRule::common,
                         cross ? kKeepAllPairs : kExcludeSelf,
                         false}};
      for (const std::string_view engine : {"sorted", "lattice"}) {
        if (!find_engine(engine).can(query)) continue;
        const auto counts = [&](int threads) {
          return count_matches(x, y, query.rule, {threads, nullptr}, engine).totals;
        };
        EXPECT_EQ(counts(2), counts(1)) << input.name << " " << engine << cross;
      }
    }
  }
}

}  // namespace
}  // namespace biotropy::match
