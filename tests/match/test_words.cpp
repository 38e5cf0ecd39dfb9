// SPDX-License-Identifier: Apache-2.0
//
// Counts of short series, where templates reach over words, series end within vectors, and cells have no template or
// all: against the plain double loop, on every instruction set.
#include <array>
#include <cmath>
#include <utility>

#include "biotropy/match/engine.hpp"
#include "inputs.hpp"
#include "tests/error_of.hpp"
#include "tests/every_instruction_set.hpp"

namespace biotropy::match {
namespace {

void expect_counts_of_the_plain_loop(Samples x, Samples y, const Rule& rule, std::string_view engine = "words") {
  const Counts expected = count_matches(x, y, rule, {1, nullptr}, "direct");
  for (const std::string& set : EveryInstructionSet()) {
    const Counts found = count_matches(x, y, rule, {1, nullptr}, engine);
    const auto described = [&] {
      return ::testing::Message() << set << ", " << x.size() << " and " << y.size() << " samples, tau " << rule.tau
                                  << ", Theiler window " << rule.theiler;
    };
    EXPECT_EQ(found.totals, expected.totals) << described();
    EXPECT_EQ(found.per_template, expected.per_template) << described();
  }
}

void expect_long_series(std::size_t n, std::string_view engine, bool per_template) {
  Input input = inputs(n, n + 90, n).front();
  if (engine == "words") input.x[n / 3] = input.y[n / 2] = NAN;  // `cells` takes whole series
  for (const int tau : {1, 3, 63, 64, 65, 150}) {
    for (const std::int64_t theiler : {kKeepAllPairs, kExcludeSelf, std::int64_t{5}}) {
      const Rule common{{2, 3}, tau, input.r, Boundary::closed, TemplateRule::common, theiler, per_template};
      const Rule all{{1, 2, 4}, tau, input.r, Boundary::open, TemplateRule::all, theiler, per_template};
      for (const Rule& rule : {common, all}) {
        expect_counts_of_the_plain_loop(input.x, input.x, rule, engine);
        expect_counts_of_the_plain_loop(input.x, input.y, rule, engine);
        expect_counts_of_the_plain_loop(input.y, input.x, rule, engine);
      }
    }
  }
}

TEST(Words, TemplatesReachOverWords) {
  for (const std::size_t n : {130U, 513U, 900U}) expect_long_series(n, "words", true);
}

// With bins of second samples and without.
TEST(Cells, ManyCells) {
  for (const std::size_t n : {130U, 399U, 410U, 577U, 1100U}) {
    expect_long_series(n, "cells", true);
    expect_long_series(n, "cells", false);
  }
}

bool can_count_in_cells(Samples x, Samples y, const Rule& rule) {
  const std::array series{x, y};
  const Pair pair{0, 1};
  return find_engine("cells").can({series, series.size(), std::span(&pair, 1), rule});
}

// Many distances are the tolerance, or differ from it by rounding; or samples so far apart that integers of 16 bits are
// too coarse.
TEST(Cells, DistancesAtTheTolerance) {
  std::size_t counted = 0, refused = 0;
  for (const std::size_t n : {64U, 129U, 500U}) {
    std::vector<double> tenths(n), rare = inputs(n, n, n).front().x;
    for (std::size_t i = 0; i < n; ++i) tenths[i] = 0.1 * static_cast<double>(i * i % 37) - 1.3;
    rare[n / 2] += 40.0;
    std::vector<double> far = rare, whole(n), nearly(n);
    far[n / 3] = -1e300;
    for (std::size_t i = 0; i < n; ++i) whole[i] = std::round(10.0 * tenths[i]);
    for (std::size_t i = 0; i < n; ++i) nearly[i] = 1e9 * whole[i] + static_cast<double>(i % 7);
    for (const Boundary boundary : {Boundary::closed, Boundary::open}) {
      for (const double r : {0.1, 0.3, 0.30000000000000004, 0.7, 3.5999999999999996, 3.6, 5.0, 12.5, 5e9, 5e9 + 3.0}) {
        for (const bool per_template : {false, true}) {
          const Rule rule{{1, 2, 3}, 1, r, boundary, TemplateRule::common, kExcludeSelf, per_template};
          Rule usual = rule;
          usual.lengths = {2, 3};
          usual.templates = TemplateRule::all;
          for (const auto& [x, y] : std::initializer_list<std::pair<Samples, Samples>>{
                   {tenths, tenths}, {tenths, rare}, {rare, rare}, {far, tenths}, {whole, whole}, {nearly, nearly}}) {
            const bool can = can_count_in_cells(x, y, rule);
            ++(can ? counted : refused);
            if (!can) continue;
            expect_counts_of_the_plain_loop(x, y, rule, "cells");
            expect_counts_of_the_plain_loop(x, y, usual, "cells");
          }
        }
      }
    }
  }
  EXPECT_GT(counted, 100U);
  EXPECT_GT(refused, 100U);
}

// More matches than 16 bits count.
TEST(Cells, NearlyAllPairsMatch) {
  std::vector<double> x = inputs(4096, 4096, 5).front().x;
  for (double& sample : x) sample = 0.1 * std::tanh(sample);
  x[77] = 0.2;
  for (const bool per_template : {false, true}) {
    const Rule rule{{2, 3}, 1, 0.25, Boundary::closed, TemplateRule::common, kExcludeSelf, per_template};
    ASSERT_TRUE(can_count_in_cells(x, x, rule));
    expect_counts_of_the_plain_loop(x, x, rule, "cells");
  }
}

TEST(Cells, MissingSamplesAndLongSeriesAreRefused) {
  std::vector<double> x = inputs(4097, 4097, 5).front().x;
  const Rule rule{{2, 3}, 1, 0.2, Boundary::closed, TemplateRule::common, kExcludeSelf, false};
  EXPECT_FALSE(can_count_in_cells(x, x, rule));
  x.pop_back();
  EXPECT_TRUE(can_count_in_cells(x, x, rule));
  x.back() = NAN;
  EXPECT_FALSE(can_count_in_cells(x, x, rule));
}

// Templates of y end before those of x, at every place of a word and of a vector.
TEST(Words, SeriesOfUnequalLengths) {
  const Input input = inputs(80, 80, 3).front();
  const Rule rule{{1, 2, 3}, 2, input.r, Boundary::closed, TemplateRule::all, kKeepAllPairs, true};
  for (std::size_t n_x = 0; n_x <= 20; ++n_x) {
    for (std::size_t n_y = 0; n_y <= 80; ++n_y) {
      const Samples x = Samples(input.x).first(n_x), y = Samples(input.y).first(n_y);
      expect_counts_of_the_plain_loop(x, y, rule);
      if (can_count_in_cells(x, y, rule)) expect_counts_of_the_plain_loop(x, y, rule, "cells");
    }
  }
}

TEST(Words, LongSeriesAreRefused) {
  const std::vector<double> x(1025, 0.5);
  const Rule rule{{2, 3}, 1, 0.2, Boundary::closed, TemplateRule::all, kKeepAllPairs, true};
  expect_counts_of_the_plain_loop(Samples(x).first(1024), Samples(x).first(1024), rule);
  EXPECT_EQ(error_of([&] { count_matches(x, x, rule, {1, nullptr}, "words"); }).code(), ErrorCode::no_engine);
}

}  // namespace
}  // namespace biotropy::match
