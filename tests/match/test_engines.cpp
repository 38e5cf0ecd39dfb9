// SPDX-License-Identifier: Apache-2.0
//
// Every engine, on every instruction set, returns the integers of the definition.
#include <array>
#include <map>
#include <mutex>

#include "biotropy/match/engine.hpp"
#include "inputs.hpp"
#include "naive.hpp"
#include "tests/error_of.hpp"
#include "tests/every_instruction_set.hpp"

namespace biotropy::match {
namespace {

struct Case {
  std::vector<int> lengths;
  int tau = 1;
  Boundary boundary = Boundary::closed;
  TemplateRule templates = TemplateRule::all;
  std::int64_t theiler = kKeepAllPairs;
};

const std::vector<Case>& cases() {
  using enum Boundary;
  static const std::vector<Case> list{
      {{1, 2}},
      {{1, 2}, 1, open},
      {{2, 3}},
      {{1, 2, 3}},
      {{1, 2}, 1, closed, TemplateRule::common, kExcludeSelf},
      {{2, 3}, 1, closed, TemplateRule::common, kExcludeSelf},
      {{2, 3}, 1, open, TemplateRule::common, 5},
      {{1}},
      {{1, 3}, 2},
      {{2, 3}, 3, closed, TemplateRule::common, kExcludeSelf},
      {{4, 5}, 7},
      {{1, 2, 3, 4, 6}, 2, closed, TemplateRule::common},
      {{9, 10}, 1},
      {{2, 3}, 40, open, TemplateRule::all, 1000000},
  };
  return list;
}

std::string describe(const Case& which) {
  std::string text = "lengths";
  for (const int length : which.lengths) text += " " + std::to_string(length);
  text += ", tau " + std::to_string(which.tau) + (which.boundary == Boundary::open ? ", open" : ", closed");
  text += which.templates == TemplateRule::common ? ", common" : ", all";
  return text + ", theiler " + std::to_string(which.theiler);
}

Rule rule_of(const Case& which, double r, bool per_template) {
  return {which.lengths, which.tau, r, which.boundary, which.templates, which.theiler, per_template};
}

// Engines may refuse some queries; test_lattice.cpp and test_engine_choice.cpp test which.
bool can_count(const Engine& engine, Samples x, Samples y, const Rule& rule) {
  const std::array series{x, y};
  const Pair pair{0, 1};
  return engine.can({series, series.size(), std::span(&pair, 1), rule});
}

void expect_definition(const Engine& engine, Samples x, Samples y, const Case& which, double r,
                       const std::string& name) {
  if (!can_count(engine, x, y, rule_of(which, r, false))) return;
  const auto expected = naive_counts(x, y, rule_of(which, r, true));
  for (const bool per_template : {true, false}) {
    if (!can_count(engine, x, y, rule_of(which, r, per_template))) continue;
    const Counts counts = count_matches(x, y, rule_of(which, r, per_template), {}, engine.name());
    for (std::size_t position = 0; position < which.lengths.size(); ++position) {
      std::uint64_t total = 0;
      for (const std::uint64_t count : expected[position]) total += count;
      ASSERT_EQ(counts.totals[position], total)
          << engine.name() << ", " << name << ", " << x.size() << " x " << y.size() << ", " << describe(which)
          << ", length " << which.lengths[position] << (per_template ? ", per template" : ", totals");
      if (!per_template) continue;
      const std::vector<std::uint64_t> found(counts.per_template[position].begin(),
                                             counts.per_template[position].end());
      ASSERT_EQ(found, expected[position])
          << engine.name() << ", " << name << ", " << x.size() << ", " << describe(which);
    }
  }
}

class EveryEngine : public ::testing::TestWithParam<std::string> {};

std::vector<std::string> engine_names() {
  std::vector<std::string> names;
  for (const Engine* engine : engines()) names.emplace_back(engine->name());
  return names;
}

TEST_P(EveryEngine, EqualsTheDefinitionOnEveryInputAndRule) {
  for (const Input& input : inputs(97, 131, 1)) {
    for (const Case& which : cases()) {
      expect_definition(find_engine(GetParam()), input.x, input.y, which, input.r, input.name);
      expect_definition(find_engine(GetParam()), input.x, input.x, which, input.r, input.name + " with itself");
    }
  }
}

TEST_P(EveryEngine, EqualsTheDefinitionAroundEveryBorder) {
  for (const std::size_t n : {0U, 1U, 2U, 3U, 4U, 7U, 8U, 9U, 63U, 64U, 65U, 127U, 128U, 129U, 255U, 257U}) {
    for (const Input& input : inputs(n, n, n)) {
      if (input.name != "gaussian" && input.name != "missing samples" && input.name != "three values, r = 0") continue;
      for (const Case& which : cases()) {
        expect_definition(find_engine(GetParam()), input.x, input.y, which, input.r, input.name);
        expect_definition(find_engine(GetParam()), input.x, input.x, which, input.r, input.name + " with itself");
      }
    }
  }
}

TEST_P(EveryEngine, EqualsTheDefinitionAtVectorBorders) {
  for (const std::size_t n : {511U, 512U, 513U, 1023U, 1024U, 1025U, 1100U, 2049U}) {
    const auto input = inputs(n, n, n)[0];
    for (const Case& which : {cases()[0], cases()[2], cases()[5], cases()[8]}) {
      expect_definition(find_engine(GetParam()), input.x, input.y, which, input.r, input.name);
    }
  }
}

TEST_P(EveryEngine, EqualsTheDefinitionOnEveryInstructionSet) {
  for (const std::string& set : EveryInstructionSet()) {
    for (const std::size_t n : {100U, 300U, 600U, 1200U}) {
      const auto input = inputs(n, n + 13, n)[n == 100 ? 17 : 0];
      for (const Case& which : {cases()[0], cases()[2], cases()[4], cases()[5], cases()[9]}) {
        expect_definition(find_engine(GetParam()), input.x, input.y, which, input.r, input.name + " on " + set);
      }
    }
  }
}

TEST_P(EveryEngine, CountsEveryPairOfEveryGroupOnce) {
  constexpr std::size_t groups = 3, channels = 4;
  std::vector<std::vector<double>> data;
  for (std::size_t s = 0; s < groups * channels; ++s) data.push_back(inputs(150, 0, s)[0].x);
  const std::vector<Samples> series(data.begin(), data.end());
  std::vector<Pair> pairs;
  for (std::uint32_t x = 0; x < channels; ++x) {
    for (std::uint32_t y = 0; y < channels; ++y) {
      if (x != 2 || y != 1) pairs.push_back({x, y});
    }
  }
  const Rule rule{{1, 2}, 1, 0.3, Boundary::closed, TemplateRule::all, kKeepAllPairs, true};
  for (const int threads : {1, 2, 5}) {
    std::mutex storing;
    std::map<std::pair<std::size_t, std::size_t>, std::uint64_t> found;
    const Sink sink = [&](const PairCounts& counts) {
      const std::lock_guard lock(storing);
      EXPECT_TRUE(found.emplace(std::pair{counts.group, counts.pair}, counts.lengths[1].total).second);
    };
    count({series, channels, pairs, rule}, sink, {threads, nullptr}, GetParam());
    ASSERT_EQ(found.size(), groups * pairs.size());
    for (const auto& [place, total] : found) {
      const auto [group, pair] = place;
      const auto expected =
          naive_counts(series[group * channels + pairs[pair].x], series[group * channels + pairs[pair].y], rule);
      std::uint64_t sum = 0;
      for (const auto count : expected[1]) sum += count;
      EXPECT_EQ(total, sum);
    }
  }
}

// An engine may count (x, y) and (y, x) together: every pair of series of different lengths, one of them empty, and one
// pair twice.
TEST_P(EveryEngine, CountsBothDirectionsOfAPair) {
  constexpr std::uint32_t channels = 5;
  for (const std::string& set : EveryInstructionSet()) {
    for (const std::size_t n : {9U, 120U, 250U, 520U, 1100U}) {
      if (n > 1000 && GetParam() != "bits") continue;  // the naive counts take long, and only this engine has columns
      const std::size_t kind = n == 120 ? 17 : n == 250 ? 2 : 0;  // missing samples, everything matches, noise
      const auto first = inputs(n, n + 5, n)[kind], other = inputs(n + 70, 3, n + 1)[0];
      const std::vector<std::vector<double>> data{first.x, other.x, {}, first.y, other.y};
      const std::vector<Samples> series(data.begin(), data.end());
      std::vector<Pair> pairs{{1, 0}};
      for (std::uint32_t entry = 0; entry < channels * channels; ++entry) {
        pairs.push_back({entry / channels, entry % channels});
      }
      for (const Case& which : {cases()[0], cases()[2]}) {
        const Rule rule = rule_of(which, first.r, true);
        std::size_t found = 0;
        const Sink sink = [&](const PairCounts& counts) {
          const auto expected = naive_counts(series[pairs[counts.pair].x], series[pairs[counts.pair].y], rule);
          for (std::size_t position = 0; position < 2; ++position) {
            const auto at = counts.lengths[position].per_template;
            ASSERT_EQ(std::vector<std::uint64_t>(at.begin(), at.end()), expected[position])
                << set << ", " << n << ", pair " << counts.pair << ", " << describe(which);
            std::uint64_t total = 0;
            for (const std::uint64_t count : expected[position]) total += count;
            ASSERT_EQ(counts.lengths[position].total, total);
          }
          ++found;
        };
        if (!find_engine(GetParam()).can({series, channels, pairs, rule})) continue;
        count({series, channels, pairs, rule}, sink, {1, nullptr}, GetParam());
        ASSERT_EQ(found, pairs.size());
      }
    }
  }
}

TEST_P(EveryEngine, StopsWhenCancelled) {
  CancelFlag flag;
  flag.cancel();
  const auto input = inputs(500, 500, 1)[0];
  EXPECT_EQ(error_of([&] {
              count_matches(input.x, input.y, rule_of(cases()[0], 0.3, false), {1, &flag}, GetParam());
            }).code(),
            ErrorCode::cancelled);
}

INSTANTIATE_TEST_SUITE_P(Engines, EveryEngine, ::testing::ValuesIn(engine_names()),
                         [](const auto& instance) { return instance.param; });

}  // namespace
}  // namespace biotropy::match
