// SPDX-License-Identifier: Apache-2.0
//
// Rows in shared memory are walked through in a circle: templates must not run over the end of a row to its begin. In
// series that fill their rows the samples at both ends match, in these the first and last ones of all.
#include <gtest/gtest.h>

#include <array>

#include "biotropy/device/devices.hpp"
#include "biotropy/match/devices/device_engine.hpp"
#include "inputs.hpp"
#include "naive.hpp"

namespace biotropy::match {
namespace {

void expect_definition(const Engine& engine, Samples x, Samples y, const Rule& rule) {
  const std::array series{x, y};
  const Pair pair{0, 1};
  const Query query{series, series.size(), std::span(&pair, 1), rule};
  ASSERT_TRUE(engine.can(query)) << x.size() << " samples, delay " << rule.tau;
  Rule counted = rule;
  counted.per_template = true;
  const auto expected = naive_counts(x, y, counted);
  const auto compare = [&](const PairCounts& counts) {
    for (std::size_t slot = 0; slot < expected.size(); ++slot) {
      std::uint64_t total = 0;
      for (const std::uint64_t count : expected[slot]) total += count;
      EXPECT_EQ(counts.lengths[slot].total, total) << x.size() << " samples, delay " << rule.tau;
      if (!rule.per_template) continue;
      const auto& found = counts.lengths[slot].per_template;
      EXPECT_EQ(std::vector<std::uint64_t>(found.begin(), found.end()), expected[slot]);
    }
  };
  engine.count(query, compare, nullptr);
}

TEST(SharedBits, TemplatesEndWithTheirRow) {
  if (device::devices().empty()) GTEST_SKIP() << "no device on this machine";
  const auto engine = device_shared_bits(*device::devices().back());
  struct Case {
    std::size_t n;
    int m, tau;
    bool per_template;
  };
  for (const Case& of : {Case{256, 1, 7, true}, Case{512, 2, 4, false}, Case{1024, 2, 5, true}}) {
    Rule rule{.lengths = {of.m, of.m + 1}, .tau = of.tau, .r = 0.3};
    rule.per_template = of.per_template;
    rule.templates = of.per_template ? TemplateRule::all : TemplateRule::common;
    auto x = noise(of.n, 1), y = noise(of.n, 2);
    for (std::size_t i = 0; i < 20; ++i) {
      x[i] = y[i] = x[of.n - 1 - i] = y[of.n - 1 - i] = 0.01 * static_cast<double>(i);
    }
    expect_definition(*engine, x, y, rule);
    expect_definition(*engine, std::vector<double>(of.n, 1.0), std::vector<double>(of.n, 1.0), rule);
    expect_definition(*engine, x, std::span(y).first(of.n - 13), rule);
  }
}

// Where too many rows would only serve the templates of others, and where a shift would leave a word.
TEST(SharedBits, RefusesLongTemplates) {
  if (device::devices().empty()) GTEST_SKIP() << "no device on this machine";
  const auto engine = device_shared_bits(*device::devices().back());
  const std::vector<double> data(1024);
  const Samples samples(data);
  const Pair pair{0, 0};
  const auto can = [&](int longest, int tau) {
    Rule rule{.lengths = {longest}, .tau = tau};
    return engine->can({std::span(&samples, 1), 1, std::span(&pair, 1), rule});
  };
  EXPECT_TRUE(can(9, 1));
  EXPECT_FALSE(can(10, 1));
  EXPECT_TRUE(can(5, 2));
  EXPECT_FALSE(can(6, 2));
  EXPECT_TRUE(can(3, 4));
  EXPECT_FALSE(can(4, 4));
  EXPECT_TRUE(can(5, 7));
  EXPECT_FALSE(can(6, 7));
  EXPECT_FALSE(can(2, 9));
  EXPECT_FALSE(can(2, 1000000));
}

}  // namespace
}  // namespace biotropy::match
