// SPDX-License-Identifier: Apache-2.0
//
// Series of 70,000 samples of every kind. The definition would take hours for all
// templates, so it gives the counts of some, which are compared with those of the engines.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>

#include "biotropy/match/engine.hpp"
#include "inputs.hpp"

namespace biotropy::match {
namespace {

// Too many for numbers of 16 bits, and enough for 2^32 matches.
constexpr std::size_t kSamples = 70000;

// One of each kind; the others of the list differ only in properties independent of length.
const std::set<std::string> kKinds{"gaussian", "heartbeat lattice, r on it", "sine",           "random walk",
                                   "constant", "constant with spikes",       "missing samples"};

// Matches of template i of x among the templates of y, as Rule counts them under TemplateRule::common.
std::uint64_t matches_of(std::size_t i, Samples x, Samples y, const Rule& rule, int length) {
  std::uint64_t count = 0;
  for (std::size_t j = 0; j < template_count(rule, y.size(), length); ++j) {
    bool match = i != j;
    for (std::size_t k = 0; match && k < static_cast<std::size_t>(length); ++k) {
      match = matches(x[i + k], y[j + k], rule.r, rule.boundary);
    }
    // Both lengths are counted over the templates complete at the longer one.
    for (auto k = static_cast<std::size_t>(length); match && k < static_cast<std::size_t>(rule.lengths.back()); ++k) {
      match = !std::isnan(x[i + k]) && !std::isnan(y[j + k]);
    }
    count += match ? 1 : 0;
  }
  return count;
}

void expect_definition(Samples x, const Rule& rule, const Counts& counts, const std::string& name) {
  constexpr std::size_t step = 9973;
  for (std::size_t i = 17; i < template_count(rule, x.size(), rule.lengths.back()); i += step) {
    for (std::size_t position = 0; position < rule.lengths.size(); ++position) {
      ASSERT_EQ(counts.per_template[position][i], matches_of(i, x, x, rule, rule.lengths[position]))
          << name << ", template " << i << ", length " << rule.lengths[position];
    }
  }
}

TEST(LongSeries, EnginesAgreeWithEachOtherAndWithTheDefinition) {
  std::map<std::string, std::size_t> answers;
  std::uint64_t greatest = 0;
  for (const Input& input : inputs(kSamples, kSamples, 3)) {
    if (!kKinds.contains(input.name)) continue;
    Rule rule{{2, 3}, 1, input.r, Boundary::closed, TemplateRule::common, kExcludeSelf, true};
    const Samples x(input.x);
    const Pair itself;
    const Counts expected = count_matches(x, x, rule, {}, "sorted");
    expect_definition(x, rule, expected, input.name);
    greatest = std::max(greatest, expected.totals[0]);
    for (const Engine* engine : engines()) {
      if (engine->name() == "direct" || engine->device() != nullptr) continue;
      rule.per_template = true;
      if (!engine->can({std::span(&x, 1), 1, std::span(&itself, 1), rule})) continue;
      const std::string name = input.name + ", " + std::string(engine->name());
      ++answers[std::string(engine->name())];
      EXPECT_EQ(count_matches(x, x, rule, {}, engine->name()).per_template, expected.per_template) << name;
      rule.per_template = false;
      EXPECT_EQ(count_matches(x, x, rule, {}, engine->name()).totals, expected.totals) << name;
    }
  }
  EXPECT_EQ(answers["sorted"], kKinds.size());
  EXPECT_GT(greatest, std::uint64_t{1} << 32);
  EXPECT_GT(answers["lattice"], 0U);
  EXPECT_GT(answers["rows"], 0U);
}

}  // namespace
}  // namespace biotropy::match
