// SPDX-License-Identifier: Apache-2.0
//
// Counts in a sliding window against those of the plain double loop on every window.
#include <gtest/gtest.h>

#include <cmath>

#include "biotropy/match/engine.hpp"
#include "biotropy/match/sliding/sliding_counts.hpp"
#include "inputs.hpp"
#include "tests/every_instruction_set.hpp"

namespace biotropy::match {
namespace {

// A rule for every kind of entropy: templates, pairs, counts.
std::vector<Rule> rules(int m, int tau, double r) {
  return {
      {{m, m + 1}, tau, r, Boundary::closed, TemplateRule::common, kExcludeSelf, false},
      {{m, m + 1}, tau, r, Boundary::open, TemplateRule::all, kKeepAllPairs, true},
      {{m, m + 1}, tau, r, Boundary::closed, TemplateRule::common, 2, true},
  };
}

void expect_counts(const SlidingCounts& sliding, Samples x, Samples y, const Rule& rule, const std::string& name) {
  const Counts expected = count_matches(x, y, rule, {1, nullptr}, "direct");
  for (std::size_t length = 0; length < 2; ++length) {
    ASSERT_EQ(sliding.total(length), expected.totals[length]) << name;
    if (!rule.per_template) continue;
    const auto found = sliding.per_template(length);
    ASSERT_EQ(std::vector<std::uint32_t>(found.begin(), found.end()), expected.per_template[length]) << name;
  }
}

// A tolerance that moves with the window: small steps, now and then a jump.
double moving_tolerance(double r, std::size_t step) {
  if (step % 50 == 49) return 3.0 * r;
  return r * (1.0 + 0.08 * std::sin(0.3 * static_cast<double>(step)));
}

void check_fixed(const Input& input, const Rule& rule, std::size_t window, bool two, std::size_t every) {
  SlidingCounts sliding(rule, window, two ? 2 : 1);
  for (std::size_t t = 0; t < input.x.size(); ++t) {
    const double samples[] = {input.x[t], input.y[t]};
    sliding.push(std::span(samples).first(two ? 2 : 1));
    if (t + 1 < window || t % every != 0) continue;
    const std::size_t first = t + 1 - window;
    const Samples x = Samples(input.x).subspan(first, window), y = Samples(input.y).subspan(first, window);
    ASSERT_NO_FATAL_FAILURE(expect_counts(sliding, x, two ? y : x, rule, input.name + ", sample " + std::to_string(t)));
  }
}

void check_moving(const Input& input, Rule rule, std::size_t window, std::size_t every) {
  SlidingCounts sliding(rule, window, 1, Tolerance::moving);
  const double r = rule.r;
  for (std::size_t t = 0; t < input.x.size(); ++t) {
    sliding.push(std::span(&input.x[t], 1));
    if (t + 1 < window || t % every != 0) continue;
    rule.r = moving_tolerance(r, t);
    sliding.set_tolerance(rule.r);
    const Samples x = Samples(input.x).subspan(t + 1 - window, window);
    ASSERT_NO_FATAL_FAILURE(expect_counts(sliding, x, x, rule, input.name + ", sample " + std::to_string(t)));
  }
}

TEST(SlidingCounts, HaveTheCountsOfThePlainLoop) {
  constexpr std::size_t every = 7;  // The window moves by single samples all the same, and a wrong count stays wrong.
  for (const Input& input : inputs(150, 150, 1)) {
    for (int m = 1; m <= 4; ++m) {
      for (int tau = 1; tau <= 3; ++tau) {
        const auto shortest = static_cast<std::size_t>(m * tau + 1);
        for (const Rule& rule : rules(m, tau, input.r)) {
          for (const std::size_t window : {shortest, shortest + 1, std::size_t{70}}) {
            ASSERT_NO_FATAL_FAILURE(check_fixed(input, rule, window, false, every));
            ASSERT_NO_FATAL_FAILURE(check_fixed(input, rule, window, true, every));
            ASSERT_NO_FATAL_FAILURE(check_moving(input, rule, window, every));
          }
        }
      }
    }
  }
}

// Positions in memory move at 1536 samples.
TEST(SlidingCounts, StayExactWhenSamplesMoveInMemory) {
  for (const Input& input : inputs(4000, 4000, 2)) {
    for (const Rule& rule : rules(2, 3, input.r)) {
      ASSERT_NO_FATAL_FAILURE(check_fixed(input, rule, 130, false, 61));
      ASSERT_NO_FATAL_FAILURE(check_fixed(input, rule, 600, true, 371));
      ASSERT_NO_FATAL_FAILURE(check_moving(input, rule, 130, 61));
    }
  }
}

TEST(SlidingCounts, EveryInstructionSetHasTheSameCounts) {
  for (const std::string& set : EveryInstructionSet()) {
    for (const Input& input : inputs(400, 400, 3)) {
      for (const Rule& rule : rules(2, 2, input.r)) {
        ASSERT_NO_FATAL_FAILURE(check_fixed(input, rule, 200, true, 17)) << set;
        ASSERT_NO_FATAL_FAILURE(check_moving(input, rule, 200, 17)) << set;
      }
    }
  }
}

TEST(SlidingCounts, LongTemplatesAndWideTheilerWindows) {
  const Input input = inputs(300, 300, 4).front();
  const Rule rule{{70, 71}, 1, 3.0, Boundary::closed, TemplateRule::all, 1'000'000'000'000, false};
  ASSERT_NO_FATAL_FAILURE(check_fixed(input, rule, 120, false, 1));
  Rule near = rule;
  near.theiler = 5;
  ASSERT_NO_FATAL_FAILURE(check_fixed(input, near, 120, true, 1));
}

TEST(SlidingCounts, ClearedBeginAnew) {
  const Input input = inputs(100, 100, 5).front();
  SlidingCounts sliding(rules(2, 1, input.r)[0], 40, 1);
  for (const double sample : input.y) sliding.push(std::span(&sample, 1));
  sliding.clear();
  for (std::size_t t = 0; t < 40; ++t) sliding.push(std::span(&input.x[t], 1));
  const Samples x = Samples(input.x).first(40);
  expect_counts(sliding, x, x, rules(2, 1, input.r)[0], "cleared");
}

}  // namespace
}  // namespace biotropy::match
