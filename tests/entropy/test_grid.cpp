// SPDX-License-Identifier: Apache-2.0
//
// Every entry of a grid equals the single call, bit for bit.
#include <bit>
#include <cmath>

#include "biotropy/entropy/grid.hpp"
#include "biotropy/entropy/pairwise.hpp"
#include "biotropy/entropy/uncertainty.hpp"
#include "biotropy/match/engine.hpp"
#include "biotropy/nan.hpp"
#include "portable_series.hpp"
#include "tests/error_of.hpp"

namespace biotropy::entropy {
namespace {

void expect_same(const Entropy& found, const Entropy& expected) {
  EXPECT_EQ(std::bit_cast<std::uint64_t>(found.value), std::bit_cast<std::uint64_t>(expected.value));
  EXPECT_EQ(found.reason, expected.reason);
  EXPECT_EQ(found.matches_m, expected.matches_m);
  EXPECT_EQ(found.matches_m1, expected.matches_m1);
  EXPECT_EQ(found.membership_m, expected.membership_m);
  EXPECT_EQ(found.membership_m1, expected.membership_m1);
  EXPECT_EQ(found.pairs_m, expected.pairs_m);
  EXPECT_EQ(found.pairs_m1, expected.pairs_m1);
  EXPECT_EQ(found.templates_m, expected.templates_m);
  EXPECT_EQ(found.templates_m1, expected.templates_m1);
  EXPECT_EQ(found.unmatched_m, expected.unmatched_m);
  EXPECT_EQ(found.unmatched_m1, expected.unmatched_m1);
  EXPECT_EQ(found.r, expected.r);
}

void expect_single_calls(const std::vector<double>& u, const std::vector<double>& v, const Grid& lengths,
                         const Parameters& parameters, const std::string& what) {
  for (const Measure measure : kMeasures) {
    SCOPED_TRACE(what + ", " + std::string(word(measure)));
    Grid grid = lengths;
    if (has(measure, kPatterns)) std::erase(grid.m, 1);  // one sample has no order
    const auto found = entropy_grid(measure, u, v, grid, parameters);
    ASSERT_EQ(found.size(), grid.size());
    for (std::size_t index = 0; index < found.size(); ++index) {
      SCOPED_TRACE("m = " + std::to_string(grid.m[index / grid.r.size()]) +
                   ", r = " + std::to_string(grid.r[index % grid.r.size()]));
      expect_same(found[index], compute(measure, u, v, grid.at(index, parameters)));
    }
  }
}

// Samples in steps of 1/8: distances of exactly r occur.
std::vector<double> stepped(std::uint32_t seed, std::size_t n) {
  std::vector<double> x = portable_series(seed, n);
  for (double& value : x) value = std::round(8.0 * value) / 8.0;
  return x;
}

std::vector<double> with_missing(std::vector<double> x, std::size_t every) {
  for (std::size_t i = every / 2; i < x.size(); i += every) x[i] = kNaN;
  return x;
}

TEST(Grid, EntriesAreSingleCalls) {
  const Grid grid{{1, 2, 3, 6}, {0.1, 0.15, 0.2, 1.0}};
  expect_single_calls(portable_series(1, 300), portable_series(2, 250), grid, {}, "noise");
  expect_single_calls(stepped(3, 400), stepped(4, 400), grid, {}, "steps");
  const Grid disorder{{4, 1}, {0.5, 0.25}};
  expect_single_calls(stepped(5, 60), stepped(6, 90), disorder, {}, "out of order");
  expect_single_calls(stepped(5, 9), stepped(6, 9), {{1, 2, 7}, {0.5}}, {}, "hardly a template");
}

TEST(Grid, WhateverTheParameters) {
  const Grid grid{{1, 2, 4}, {0.25, 0.375}};
  const auto u = stepped(7, 200), v = stepped(8, 180);
  Parameters parameters{.r_unit = series::RUnit::absolute};
  expect_single_calls(u, v, grid, parameters, "absolute");
  parameters.boundary = match::Boundary::open;
  expect_single_calls(u, v, grid, parameters, "open");
  parameters.tau = 5;
  expect_single_calls(u, v, grid, parameters, "delay");
  parameters.theiler = 3;
  expect_single_calls(u, v, grid, parameters, "Theiler window");
  parameters.theiler = match::kKeepAllPairs;
  expect_single_calls(u, v, grid, parameters, "self matches");
  parameters.templates = match::TemplateRule::all;
  expect_single_calls(u, v, grid, parameters, "all templates");
  parameters.templates = match::TemplateRule::common;
  parameters.bias = Bias::zero;
  parameters.ddof = 0;
  expect_single_calls(u, v, grid, parameters, "common templates");
}

TEST(Grid, WithMissingSamples) {
  const Grid grid{{1, 2, 3}, {0.3, 0.6}};
  Parameters parameters{.missing = Missing::omit};
  // Few enough missing samples to subtract one by one, and too many.
  for (const std::size_t every : {500U, 40U, 5U}) {
    for (const int tau : {1, 3}) {
      parameters.tau = tau;
      expect_single_calls(with_missing(stepped(9, 700), every), with_missing(stepped(10, 600), every), grid, parameters,
                          "one missing in " + std::to_string(every) + ", tau = " + std::to_string(tau));
    }
  }
}

// An engine may have a longest length; lengths counted separately must also work in a grid.
TEST(Grid, WithEveryEngine) {
  const auto u = stepped(11, 333), v = stepped(12, 222);
  for (const match::Engine* engine : match::engines()) {
    SCOPED_TRACE(engine->name());
    Parameters parameters{.engine = std::string(engine->name())};
    for (const Measure measure : {Measure::apen, Measure::sampen, Measure::cross_apen, Measure::cross_sampen}) {
      Grid grid{{}, {0.2, 0.5}};
      for (const int m : {1, 2, 3}) {
        try {
          compute(measure, u, v, Grid{{m}, {0.2}}.at(0, parameters));
          grid.m.push_back(m);
        } catch (const Error& error) {
          EXPECT_EQ(error.code(), ErrorCode::no_engine);
        }
      }
      if (grid.m.empty()) continue;
      const auto found = entropy_grid(measure, u, v, grid, parameters);
      for (std::size_t index = 0; index < found.size(); ++index) {
        expect_same(found[index], compute(measure, u, v, grid.at(index, {})));
        EXPECT_EQ(found[index].engine, engine->name());
      }
    }
  }
}

TEST(Grid, AEngineThatCannotSaysSo) {
  Parameters parameters{.engine = "unknown"};
  EXPECT_EQ(error_of([&] {
              entropy_grid(Measure::sampen, stepped(1, 50), {}, {{1, 2}, {0.2}}, parameters);
            }).code(),
            ErrorCode::no_engine);
}

TEST(Grid, WhatIsTooShortForSomeLengthsHasItsReason) {
  const auto x = stepped(13, 6);
  const auto found = entropy_grid(Measure::sampen, x, {}, {{2, 40}, {0.5, 1.0}}, {});
  expect_same(found[1], sample_entropy(x, Grid{{2}, {1.0}}.at(0, {})));
  for (const std::size_t index : {2U, 3U}) {
    EXPECT_TRUE(std::isnan(found[index].value));
    EXPECT_EQ(found[index].reason, error_of([&] { sample_entropy(x, Grid{{40}, {0.5}}.at(0, {})); }).what());
  }
  const Error error = error_of([&] { entropy_grid(Measure::sampen, x, {}, {{30, 40}, {0.5}}, {}); });
  EXPECT_EQ(error.code(), ErrorCode::too_short);
}

TEST(Grid, WhatIsNotAllowed) {
  const auto x = stepped(14, 50);
  const auto parameter_of = [&](const Grid& grid) {
    return error_of([&] { entropy_grid(Measure::sampen, x, {}, grid, {}); }).parameter();
  };
  EXPECT_EQ(parameter_of({{}, {0.2}}), "m");
  EXPECT_EQ(parameter_of({{2}, {}}), "r");
  EXPECT_EQ(parameter_of({{2, 0}, {0.2}}), "m");
  EXPECT_EQ(parameter_of({{2}, {0.2, -1.0}}), "r");
  EXPECT_EQ(parameter_of({{2}, {0.2, kNaN}}), "r");
  EXPECT_THROW(entropy_grid(Measure::sampen, std::vector<double>(50, 1.0), {}, {{2}, {0.2}}, {}), Error);
  EXPECT_THROW(entropy_grid(Measure::sampen, with_missing(x, 10), {}, {{2}, {0.2}}, {}), Error);
  CancelFlag cancel;
  cancel.cancel();
  Execution execution{.cancel = &cancel};
  EXPECT_THROW(entropy_grid(Measure::sampen, x, {}, {{1, 2}, {0.2}}, {}, execution), Error);
}

series::Epochs two_epochs() {
  series::Epochs epochs{.n_epochs = 2, .n_channels = 2, .n_times = 100, .data = stepped(15, 400)};
  std::fill(epochs.data.begin() + 100, epochs.data.begin() + 200, 7.0);
  epochs.reasons = {"", "", "rejected", ""};
  return epochs;
}

TEST(Grid, OfEveryChannel) {
  const series::Epochs epochs = two_epochs();
  const Grid grid{{1, 2, 99}, {0.25, 0.5}};
  std::uint64_t done = 0, total = 0;
  const auto found = grid_each_channel(epochs, Measure::sampen, grid, {}, {}, [&](std::uint64_t d, std::uint64_t t) {
    done = std::max(done, d);
    total = t;
  });
  ASSERT_EQ(found.size(), 24U);
  EXPECT_EQ(done, total);
  EXPECT_EQ(total, 24U);
  for (std::size_t i = 0; i < 4; ++i) {
    expect_same(found[i], sample_entropy(epochs.samples(0, 0), grid.at(i, {})));
    expect_same(found[18 + i], sample_entropy(epochs.samples(1, 1), grid.at(i, {})));
    EXPECT_EQ(found[6 + i].reason, error_of([&] { sample_entropy(epochs.samples(0, 1), grid.at(i, {})); }).what());
    EXPECT_EQ(found[12 + i].reason, "rejected");
    EXPECT_TRUE(std::isnan(found[6 + i].value));
    EXPECT_TRUE(std::isnan(found[12 + i].value));
  }
  EXPECT_EQ(found[4].reason, error_of([&] { sample_entropy(epochs.samples(0, 0), grid.at(4, {})); }).what());
  EXPECT_THROW(grid_each_channel(epochs, Measure::cross_apen, grid, {}), Error);
}

TEST(Grid, UncertaintyOfEveryChannel) {
  const series::Epochs epochs = two_epochs();
  const Grid grid{{1, 2, 99}, {0.25, 0.5}};
  UncertaintyOptions options{.confidence = 0.5};
  const auto found = uncertainty_each_channel(epochs, grid, {}, options);
  ASSERT_EQ(found.size(), 24U);
  for (std::size_t i = 0; i < 4; ++i) {
    const Uncertainty one = sample_entropy_uncertainty(epochs.samples(1, 1), grid.at(i, {}), options);
    expect_same(found[18 + i].entropy, one.entropy);
    EXPECT_EQ(found[18 + i].standard_error, one.standard_error);
    EXPECT_EQ(found[18 + i].lower, one.lower);
    EXPECT_EQ(found[18 + i].upper, one.upper);
    EXPECT_EQ(found[12 + i].entropy.reason, "rejected");
    EXPECT_TRUE(std::isnan(found[12 + i].standard_error));
    EXPECT_TRUE(std::isnan(found[6 + i].upper));
  }
  EXPECT_EQ(found[5].entropy.reason, error_of([&] { sample_entropy(epochs.samples(0, 0), grid.at(5, {})); }).what());
  options.confidence = 1.0;
  EXPECT_THROW(uncertainty_each_channel(epochs, grid, {}, options), Error);
}

}  // namespace
}  // namespace biotropy::entropy
