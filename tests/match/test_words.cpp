// SPDX-License-Identifier: Apache-2.0
//
// A bit for each pair of samples, where templates reach over words, series end within vectors, and a lag takes more
// words than a vector has: against the plain double loop, on every instruction set.
#include <cmath>

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
  if (engine == "words") input.x[n / 3] = input.y[n / 2] = NAN;  // `lags` takes whole series
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

TEST(Lags, LongerThanAVectorOfWords) {
  for (const std::size_t n : {511U, 513U, 577U, 1100U}) expect_long_series(n, "lags", false);
}

// Many distances are the tolerance, or differ from it by rounding; or samples so far apart that integers of 16 bits are
// too coarse.
TEST(Lags, DistancesAtTheTolerance) {
  for (const std::size_t n : {64U, 129U, 500U}) {
    std::vector<double> tenths(n), rare = inputs(n, n, n).front().x;
    for (std::size_t i = 0; i < n; ++i) tenths[i] = 0.1 * static_cast<double>(i * i % 37) - 1.3;
    rare[n / 2] += 900.0;
    std::vector<double> far = rare;
    far[n / 3] = -1e300;
    for (const Boundary boundary : {Boundary::closed, Boundary::open}) {
      for (const double r : {0.1, 0.3, 0.30000000000000004, 0.7, 3.6, 5.0}) {
        const Rule rule{{1, 2, 3}, 1, r, boundary, TemplateRule::common, kExcludeSelf, false};
        expect_counts_of_the_plain_loop(tenths, tenths, rule, "lags");
        expect_counts_of_the_plain_loop(tenths, rare, rule, "lags");
        expect_counts_of_the_plain_loop(rare, rare, rule, "lags");
        expect_counts_of_the_plain_loop(far, tenths, rule, "lags");
      }
    }
  }
}

// Templates of y end before those of x, at every place of a word and of a vector.
TEST(Words, SeriesOfUnequalLengths) {
  const Input input = inputs(80, 80, 3).front();
  const Rule rule{{1, 2, 3}, 2, input.r, Boundary::closed, TemplateRule::all, kKeepAllPairs, true};
  for (std::size_t n_x = 0; n_x <= 20; ++n_x) {
    for (std::size_t n_y = 0; n_y <= 80; ++n_y) {
      expect_counts_of_the_plain_loop(Samples(input.x).first(n_x), Samples(input.y).first(n_y), rule);
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
