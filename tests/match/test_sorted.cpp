// SPDX-License-Identifier: Apache-2.0
//
// Engine of sorted templates, with strips large enough for 16-bit ranks, and one that is too large.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <string>

#include "biotropy/cpu.hpp"
#include "biotropy/match/engine.hpp"
#include "inputs.hpp"

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
  for (const std::string& set : instruction_sets()) {
    limit_instruction_set(set);
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
  limit_instruction_set("");
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
