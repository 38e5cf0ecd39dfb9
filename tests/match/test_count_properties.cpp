// SPDX-License-Identifier: Apache-2.0
//
// Properties of counts that hold for all samples.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>

#include "biotropy/match/engine.hpp"
#include "naive.hpp"

namespace biotropy::match {
namespace {

// Small integers tie often, and their differences are exact.
std::vector<double> drawn_series() {
  const auto integers = *rc::gen::container<std::vector<int>>(rc::gen::inRange(-6, 7));
  return {integers.begin(), integers.end()};
}

Rule drawn_rule() {
  Rule rule;
  const int m = *rc::gen::inRange(1, 4);
  rule.lengths = {m, m + 1};
  rule.tau = *rc::gen::inRange(1, 4);
  rule.r = *rc::gen::inRange(0, 5);
  rule.boundary = *rc::gen::element(Boundary::closed, Boundary::open);
  rule.templates = *rc::gen::element(TemplateRule::all, TemplateRule::common);
  rule.theiler = *rc::gen::inRange(-1, 4);
  return rule;
}

RC_GTEST_PROP(CountProperties, AllEnginesAgreeWithTheDefinition, ()) {
  const auto x = drawn_series(), y = drawn_series();
  Rule rule = drawn_rule();
  rule.per_template = true;
  const auto expected = naive_counts(x, y, rule);
  const std::array<Samples, 2> series{x, y};
  const Pair pair{0, 1};
  for (const Engine* engine : engines()) {
    if (!engine->can({series, series.size(), std::span(&pair, 1), rule})) continue;
    const Counts counts = count_matches(x, y, rule, {}, engine->name());
    for (std::size_t position = 0; position < expected.size(); ++position) {
      RC_ASSERT(std::equal(expected[position].begin(), expected[position].end(), counts.per_template[position].begin(),
                           counts.per_template[position].end()));
    }
  }
}

RC_GTEST_PROP(CountProperties, TransposedQueriesHaveTheSameTotals, ()) {
  const auto x = drawn_series(), y = drawn_series();
  const Rule rule = drawn_rule();
  RC_ASSERT(count_matches(x, y, rule).totals == count_matches(y, x, rule).totals);
}

RC_GTEST_PROP(CountProperties, TimeReversalKeepsTotals, ()) {
  auto x = drawn_series();
  Rule rule = drawn_rule();
  rule.templates = TemplateRule::all;
  const auto forward = count_matches(x, x, rule).totals;
  std::reverse(x.begin(), x.end());
  RC_ASSERT(count_matches(x, x, rule).totals == forward);
}

RC_GTEST_PROP(CountProperties, TotalsGrowWithTheTolerance, ()) {
  const auto x = drawn_series(), y = drawn_series();
  Rule rule = drawn_rule();
  const auto narrow = count_matches(x, y, rule).totals;
  rule.r += *rc::gen::inRange(0, 4);
  const auto wide = count_matches(x, y, rule).totals;
  for (std::size_t position = 0; position < narrow.size(); ++position) RC_ASSERT(narrow[position] <= wide[position]);
}

RC_GTEST_PROP(CountProperties, ShiftAndScaleByPowersOfTwoKeepTotals, ()) {
  auto x = drawn_series();
  Rule rule = drawn_rule();
  const auto before = count_matches(x, x, rule).totals;
  for (double& value : x) value = 8.0 * value + 1024.0;
  rule.r *= 8.0;
  RC_ASSERT(count_matches(x, x, rule).totals == before);
}

}  // namespace
}  // namespace biotropy::match
