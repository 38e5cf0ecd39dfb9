// SPDX-License-Identifier: Apache-2.0
//
// Composite delay vectors of several channels: both engines, on every instruction set and number of threads, have the
// integers of the definition.
#include <limits>
#include <random>

#include "biotropy/match/engine.hpp"
#include "inputs.hpp"
#include "naive.hpp"
#include "tests/error_of.hpp"
#include "tests/every_instruction_set.hpp"

namespace biotropy::match {
namespace {

struct Channels {
  std::vector<std::vector<double>> data;
  std::vector<Samples> views;

  explicit Channels(std::vector<std::vector<double>> channels)
      : data(std::move(channels)), views(data.begin(), data.end()) {}
};

void expect_naive(const CompositeQuery& query, const std::string& name) {
  const CompositeCounts expected = naive_composite(query);
  EXPECT_EQ(count_composite(query, "direct", {1}), expected) << name;
  for (const int threads : {1, 2}) EXPECT_EQ(count_composite(query, "bits", {threads}), expected) << name;
}

void expect_naive_for_every_rule(CompositeQuery query, const std::string& name) {
  for (const Approach approach : {Approach::full, Approach::naive}) {
    for (const TemplateRule templates : {TemplateRule::common, TemplateRule::all}) {
      for (const Boundary boundary : {Boundary::closed, Boundary::open}) {
        query.approach = approach;
        query.templates = templates;
        query.boundary = boundary;
        expect_naive(query, name + (approach == Approach::full ? ", full" : ", naive") +
                                (templates == TemplateRule::all ? ", all" : ", common"));
      }
    }
  }
}

// Three channels of one kind: random, tied, constant, with missing samples, at extreme scales.
TEST(Composite, EveryKindOfChannelsHasTheCountsOfTheDefinition) {
  const auto one = inputs(70, 70, 1), other = inputs(70, 70, 2);
  for (std::size_t kind = 0; kind < one.size(); ++kind) {
    const Channels channels({one[kind].x, one[kind].y, other[kind].x});
    expect_naive_for_every_rule({channels.views, {2, 2, 2}, {1, 1, 1}, one[kind].r}, one[kind].name);
    expect_naive_for_every_rule({channels.views, {1, 3, 2}, {3, 1, 2}, one[kind].r}, one[kind].name);
  }
}

TEST(Composite, MatchesOccurInEveryPairOfExtendedChannels) {
  std::vector<std::vector<double>> coarse;
  std::mt19937_64 generator(3);
  std::uniform_int_distribution<int> draw(0, 2);
  for (int k = 0; k < 5; ++k) {
    coarse.emplace_back(150);
    for (double& value : coarse.back()) value = draw(generator);
  }
  const Channels channels(coarse);
  CompositeQuery query{channels.views, {1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}, 1.0};
  EXPECT_GT(naive_composite(query).matches_m1, 10000U);
  expect_naive_for_every_rule(query, "coarse");
  query.m = {2, 1, 3, 1, 2};
  query.tau = {1, 2, 1, 1, 3};
  expect_naive_for_every_rule(query, "coarse, own m and tau");
}

TEST(Composite, LengthsAroundTheBlocksOfTheEngine) {
  for (const std::size_t n : {1U, 2U, 3U, 4U, 63U, 65U, 511U, 512U, 513U, 516U, 1024U, 1030U}) {
    const Channels channels({noise(n, 1), noise(n, 2)});
    CompositeQuery query{channels.views, {2, 1}, {1, 2}, 0.9};
    expect_naive(query, std::to_string(n));
    query.templates = TemplateRule::all;
    expect_naive(query, std::to_string(n));
  }
}

TEST(Composite, OneChannelHasTheCountsOfItsTemplates) {
  const auto x = noise(300, 5);
  const Channels channels({x});
  const Counts single = count_matches(x, x, {{2, 3}, 1, 0.3, Boundary::closed, TemplateRule::common, kExcludeSelf});
  for (const Approach approach : {Approach::full, Approach::naive}) {
    const CompositeCounts counts =
        count_composite({channels.views, {2}, {1}, 0.3, Boundary::closed, TemplateRule::common, approach});
    EXPECT_EQ(2 * counts.matches_m, single.totals[0]);
    EXPECT_EQ(2 * counts.matches_m1, single.totals[1]);
  }
}

TEST(CompositeSets, EveryInstructionSetHasTheSameCounts) {
  std::vector<std::vector<double>> data;
  for (unsigned k = 0; k < 6; ++k) data.push_back(noise(1500, k));
  for (std::size_t i = 40; i < 1500; i += 211) data[i % 6][i] = std::numeric_limits<double>::quiet_NaN();
  const Channels channels(data);
  const CompositeQuery query{channels.views, {2, 2, 1, 2, 3, 2}, {1, 2, 1, 1, 1, 5}, 1.6};
  const CompositeCounts expected = count_composite(query, "direct");
  EXPECT_GT(expected.matches_m1, 1000U);
  for (const std::string& set : EveryInstructionSet()) {
    for (const int threads : {1, 2}) EXPECT_EQ(count_composite(query, "bits", {threads}), expected) << set;
  }
}

TEST(Composite, WrongQueriesAreRefused) {
  const Channels channels({noise(50, 1), noise(50, 2)}), uneven({noise(50, 1), noise(49, 2)});
  const auto error = [](const CompositeQuery& query, std::string_view engine = {}) {
    return std::string(error_of([&] { count_composite(query, engine); }).what());
  };
  EXPECT_EQ(error({channels.views, {2}, {1, 1}, 0.1}),
            "m is a list of 1; it must be one number for each of the 2 channels");
  EXPECT_EQ(error({channels.views, {2, 0}, {1, 1}, 0.1}), "m is 0; it must be an integer of at least 1");
  EXPECT_EQ(error({channels.views, {2, 2}, {1, -1}, 0.1}), "tau is -1; it must be an integer of at least 1");
  EXPECT_EQ(error({channels.views, {2, 2}, {1, 1}, -0.1}), "r is -0.1; it must be a finite number of at least 0");
  EXPECT_EQ(error({uneven.views, {2, 2}, {1, 1}, 0.1}),
            "channels is lengths 50 and 49; it must be channels of one length");
  EXPECT_EQ(error({{}, {}, {}, 0.1}), "channels is 0; it must be at least one channel");
  EXPECT_EQ(error({channels.views, {2, 2}, {1, 1}, 0.1}, "sorted"),
            "the engine 'sorted' does not count several channels together: choose bits or direct");
}

}  // namespace
}  // namespace biotropy::match
