// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "biotropy/cpu.hpp"
#include "biotropy/match/engine.hpp"
#include "inputs.hpp"
#include "tests/environment.hpp"
#include "tests/error_of.hpp"

namespace biotropy::match {
namespace {

const Rule kRule{{2, 3}, 1, 0.2, Boundary::closed, TemplateRule::all, kKeepAllPairs, false};

Query query_of(const Samples& samples, const Pair& pair, const Rule& rule = kRule) {
  return {std::span(&samples, 1), 1, std::span(&pair, 1), rule};
}

TEST(EngineChoice, DirectIsThereAndAnswersEverything) {
  const std::vector<double> data(10, 1.0);
  const Samples samples(data);
  const Pair pair;
  EXPECT_TRUE(find_engine("direct").can(query_of(samples, pair)));
}

TEST(EngineChoice, RefusesWhatIsNoEngine) {
  EXPECT_EQ(error_of([] { find_engine("quantum"); }).code(), ErrorCode::no_engine);
}

TEST(EngineChoice, EnvironmentForcesOne) {
  const auto data = inputs(2000, 0, 1)[0].x;
  const Samples samples(data);
  const Pair pair;
  ASSERT_NE(choose(query_of(samples, pair)).name(), "direct");
  biotropy::test::set_variable("BIOTROPY_ENGINE", "direct");
  EXPECT_EQ(choose(query_of(samples, pair)).name(), "direct");
  EXPECT_EQ(choose(query_of(samples, pair), "bits").name(), "bits");
  biotropy::test::unset_variable("BIOTROPY_ENGINE");
}

TEST(EngineChoice, ShortSeriesAreNeitherSortedNorTabled) {
  if (instruction_sets() == std::vector<std::string>{"SCALAR"}) GTEST_SKIP() << "without vectors a table is faster";
  auto data = inputs(100, 0, 1)[0].x;
  const Pair pair;
  const auto chosen = [&](const Rule& rule) {
    const Samples samples(data);
    return choose(query_of(samples, pair, rule)).name();
  };
  const auto of_totals = ::testing::AnyOf("cells", "words");  // by the width of vectors
  Rule rule = kRule;
  EXPECT_THAT(chosen(rule), of_totals);
  rule.per_template = true;
  EXPECT_EQ(chosen(rule), "words");
  rule.per_template = false;
  data[50] = NAN;
  EXPECT_THAT(chosen(rule), of_totals);
  rule.templates = TemplateRule::common;
  EXPECT_EQ(chosen(rule), "words");
}

TEST(EngineChoice, ForcedEngineThatCannotAnswerIsAnError) {
  const std::vector<double> data(20000, 1.0);
  const Samples samples(data);
  const Pair pair;
  EXPECT_EQ(error_of([&] { choose(query_of(samples, pair), "bits"); }).code(), ErrorCode::no_engine);
}

TEST(QueryMistakes, MistakesNameTheParameterAndItsValue) {
  const std::vector<double> data{1, 2, 3, 4, INFINITY};
  const Samples bad(data), good = bad.first(4);
  const auto counting = [&](const Samples& samples, Rule rule) {
    return error_of([&] { count_matches(samples, samples, rule); });
  };
  const auto with = [](auto change) {
    Rule rule = kRule;
    change(rule);
    return rule;
  };
  EXPECT_THAT(counting(good, with([](Rule& r) { r.lengths = {0, 1}; })), refuses("m", "0"));
  EXPECT_THAT(counting(good, with([](Rule& r) { r.lengths = {3, 2}; })), refuses("m", "2"));
  EXPECT_THAT(counting(good, with([](Rule& r) { r.lengths = {}; })), refuses("lengths"));
  EXPECT_THAT(counting(good, with([](Rule& r) { r.tau = 0; })), refuses("tau", "0"));
  EXPECT_THAT(counting(good, with([](Rule& r) { r.r = -0.5; })), refuses("r", "-0.5"));
  EXPECT_THAT(counting(good, with([](Rule& r) { r.r = NAN; })), refuses("r", "nan"));
  EXPECT_THAT(counting(good, with([](Rule& r) { r.r = INFINITY; })), refuses("r", "inf"));
  EXPECT_THAT(counting(good, with([](Rule& r) { r.theiler = -2; })), refuses("theiler", "-2"));
  EXPECT_EQ(counting(bad, kRule).code(), ErrorCode::invalid_data);
}

}  // namespace
}  // namespace biotropy::match
