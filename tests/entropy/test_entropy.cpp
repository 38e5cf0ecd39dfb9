// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "biotropy/entropy/entropy.hpp"
#include "naive_entropy.hpp"
#include "portable_series.hpp"
#include "tests/error_of.hpp"

namespace biotropy::entropy {
namespace {

void expect_same(double value, double expected) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(value));
  } else if (std::isinf(expected)) {
    EXPECT_EQ(value, expected);
  } else {
    EXPECT_NEAR(value, expected, 1e-12);
  }
}

TEST(Entropy, EqualsThePapersEquations) {
  const auto u = portable_series(11, 203), v = portable_series(12, 203);
  for (const int m : {1, 2, 3}) {
    for (const int tau : {1, 2, 5}) {
      for (const double r : {0.0, 0.02, 0.15, 0.6, 2.0}) {
        Parameters p = absolute(m, tau, r);
        expect_same(approximate_entropy(u, p).value, naive_apen(u, m, tau, r));
        expect_same(sample_entropy(u, p).value, naive_sampen(u, m, tau, r));
        expect_same(cross_sample_entropy(u, v, p).value, naive_cross_sampen(u, v, m, tau, r));
        for (const Bias bias : {Bias::max, Bias::zero, Bias::none}) {
          p.bias = bias;
          expect_same(cross_approximate_entropy(u, v, p).value, naive_cross_apen(u, v, m, tau, r, bias));
        }
      }
    }
  }
}

TEST(Entropy, SeriesOfDifferentLengthsAreCompared) {
  const auto u = portable_series(3, 150), v = portable_series(4, 211);
  const Parameters p = absolute(2, 1, 0.2);
  expect_same(cross_approximate_entropy(u, v, p).value, naive_cross_apen(u, v, 2, 1, 0.2, Bias::max));
  expect_same(cross_sample_entropy(u, v, p).value, naive_cross_sampen(u, v, 2, 1, 0.2));
}

TEST(Entropy, AConstantHasNoIrregularity) {
  const std::vector<double> constant(100, 0.1);
  const Parameters p = absolute(2, 1, 0.0);
  EXPECT_NEAR(approximate_entropy(constant, p).value, 0.0, 1e-15);
  EXPECT_EQ(sample_entropy(constant, p).value, 0.0);
  EXPECT_EQ(error_of([&] { sample_entropy(constant); }).code(), ErrorCode::constant_series) << "SD units need an SD";
}

TEST(Entropy, TheShortestSeries) {
  const std::vector<double> three{1.0, 2.0, 4.0};
  expect_same(approximate_entropy(three, absolute(2, 1, 0.5)).value, naive_apen(three, 2, 1, 0.5));
  const std::vector<double> four{1.0, 2.0, 1.0, 2.0};
  expect_same(sample_entropy(four, absolute(2, 1, 0.5)).value, naive_sampen(four, 2, 1, 0.5));
  const auto two = std::span(three).first(2);
  EXPECT_EQ(error_of([&] { approximate_entropy(two, absolute(2, 1, 0.5)); }).code(), ErrorCode::too_short);
  EXPECT_THROW(sample_entropy(three, absolute(2, 1, 0.5)), Error);
  EXPECT_THROW(sample_entropy({}, absolute(2, 1, 0.5)), Error);
  EXPECT_THROW(approximate_entropy(three, absolute(1, 3, 0.5)), Error);
}

TEST(Entropy, NoMatchIsReportedOrBounded) {
  const std::vector<double> ramp{0, 1, 2, 3, 4, 5, 6, 7};
  Parameters p = absolute(2, 1, 0.5);
  const Entropy undefined = sample_entropy(ramp, p);
  EXPECT_TRUE(std::isnan(undefined.value));
  EXPECT_THAT(undefined.reason, HasSubstr("length m "));
  p.undefined = Undefined::bound;
  EXPECT_NEAR(sample_entropy(ramp, p).value, std::log(6.0 * 5.0),
              1e-15);  // Dong et al. 2021, equation 6 with N = 8, m = 2
  EXPECT_EQ(sample_entropy(ramp, p).reason, "");
  EXPECT_EQ(sample_entropy(ramp, p).pairs_m, 15U);
  p.undefined = Undefined::negative;
  EXPECT_EQ(sample_entropy(ramp, p).value, -INFINITY);
  const std::vector<double> half{0, 0, 5, 0, 0, 9};
  p.undefined = Undefined::natural;
  EXPECT_EQ(sample_entropy(half, p).value, INFINITY);
  EXPECT_EQ(sample_entropy(half, p).matches_m, 1U);
}

// A pair (i, i) occurs once, so the totals are not twice the number of unordered pairs.
TEST(Entropy, WithSelfMatchesSampEnCountsOrderedPairs) {
  const std::vector<double> x{0, 0, 5, 0, 0, 9, 5};
  Parameters p = absolute(2, 1, 0.1);
  p.theiler = match::kKeepAllPairs;
  const Entropy e = sample_entropy(x, p);
  EXPECT_EQ(e.matches_m, 7U);
  EXPECT_EQ(e.matches_m1, 5U);
  EXPECT_EQ(e.pairs_m, 25U);
  EXPECT_EQ(e.value, std::log(7.0 / 5.0));
  const auto noise = portable_series(8, 200);
  const Entropy with = sample_entropy(noise, p), without = sample_entropy(noise, absolute(2, 1, 0.1));
  EXPECT_EQ(with.matches_m, 2 * without.matches_m + 198);
  EXPECT_EQ(with.matches_m1, 2 * without.matches_m1 + 198);
  // Against the same series as a second one, whose pairs are ordered anyway.
  EXPECT_EQ(with.value, cross_sample_entropy(noise, noise, absolute(2, 1, 0.1)).value);
  p.boundary = match::Boundary::open;
  p.r = 0.0;
  p.undefined = Undefined::bound;
  EXPECT_EQ(sample_entropy(x, p).value, std::log(25.0));
}

TEST(Entropy, WithSelfMatchesEveryEngineFindsTheSameOrderedPairs) {
  auto x = portable_series(8, 150);
  for (double& value : x) value = std::floor(value * 20.0);
  Parameters p = absolute(2, 1, 1.0);
  p.theiler = match::kKeepAllPairs;
  p.engine = "direct";
  const Entropy plain = sample_entropy(x, p);
  EXPECT_EQ(plain.matches_m % 2, 148U % 2);
  for (const match::Engine* engine : match::engines()) {
    p.engine = std::string(engine->name());
    const Entropy e = sample_entropy(x, p);
    EXPECT_EQ(e.matches_m, plain.matches_m) << p.engine;
    EXPECT_EQ(e.matches_m1, plain.matches_m1) << p.engine;
    EXPECT_EQ(e.value, plain.value) << p.engine;
  }
}

TEST(Entropy, TemplatesMayAllBeTakenOrOnlyTheCommonOnes) {
  const auto x = portable_series(9, 200), y = portable_series(10, 200);
  Parameters p = absolute(2, 1, 0.1);
  p.templates = match::TemplateRule::all;
  const Entropy all = sample_entropy(x, p);
  EXPECT_EQ(all.templates_m, 199U);
  EXPECT_EQ(all.templates_m1, 198U);
  std::uint64_t b = 0;
  for (std::size_t i = 0; i < 199; ++i) {
    for (std::size_t j = i + 1; j < 199; ++j) b += std::abs(x[i] - x[j]) <= 0.1 && std::abs(x[i + 1] - x[j + 1]) <= 0.1;
  }
  EXPECT_EQ(all.matches_m, b);
  EXPECT_EQ(all.matches_m1, sample_entropy(x, absolute(2, 1, 0.1)).matches_m1);
  p.templates = match::TemplateRule::common;
  EXPECT_EQ(approximate_entropy(x, p).templates_m, 198U);
  EXPECT_EQ(cross_approximate_entropy(x, y, p).templates_m, 198U);
}

TEST(Entropy, CommonTemplatesOfCrossApEnGiveTheSecondReferenceValues) {
  const auto u = portable_series(1, 1000), v = portable_series(2, 1000);
  Parameters p{.m = 1, .ddof = 0, .templates = match::TemplateRule::common};
  EXPECT_NEAR(cross_approximate_entropy(u, v, p).value, 2.246394060593188, 1e-12);
  EXPECT_NEAR(cross_approximate_entropy(v, u, p).value, 2.2288468106849177, 1e-12);
}

TEST(Entropy, ASkippedTemplateAddsNothingAndASignCanBeDropped) {
  const std::vector<double> u{0, 1, 2, 3, 9, 1, 2}, v{0, 1, 2, 1, 2, 0, 0};
  Parameters p = absolute(1, 1, 0.5);
  p.bias = Bias::skip;
  // Matches at m: 3, 2, 2, 0, 0, 2, 2 of 7; at m + 1: 1, 2, 0, 0, 0, 2 of 6.
  const double phi_m = (std::log(3.0 / 7) + 4 * std::log(2.0 / 7)) / 7;
  const double phi_m1 = (std::log(1.0 / 6) + 2 * std::log(2.0 / 6)) / 6;
  EXPECT_NEAR(cross_approximate_entropy(u, v, p).value, phi_m - phi_m1, 1e-15);
  const std::vector<double> ramp{0, 1, 2, 3, 4, 5};
  EXPECT_LT(approximate_entropy(ramp, absolute(2, 1, 0.5)).value, 0.0);
  Parameters unsigned_value = absolute(2, 1, 0.5);
  unsigned_value.sign = Sign::dropped;
  EXPECT_EQ(approximate_entropy(ramp, unsigned_value).value, -approximate_entropy(ramp, absolute(2, 1, 0.5)).value);
}

TEST(Entropy, MissingSamplesRaiseOrAreOmitted) {
  auto x = portable_series(5, 300);
  x[100] = NAN;
  Parameters p = absolute(2, 1, 0.2);
  for (const Measure measure : kMeasures) {
    EXPECT_EQ(error_of([&] { compute(measure, x, x, p); }).code(), ErrorCode::missing_values) << word(measure);
  }
  // Omitting equals counting the templates on either side of the gap, without templates across it; both lengths are
  // counted over templates complete at m + 1.
  p.missing = Missing::omit;
  const Entropy e = sample_entropy(x, p);
  EXPECT_EQ(e.templates_m1, 298U - 3U);
  EXPECT_EQ(e.templates_m, 298U - 3U);
  const auto near = [&](std::size_t i, std::size_t j) { return std::abs(x[i] - x[j]) <= 0.2; };
  const auto is_template = [&](std::size_t i) { return i < 98 || i > 100; };
  std::uint64_t b = 0, a = 0;
  for (std::size_t i = 0; i < 298; ++i) {
    for (std::size_t j = i + 1; j < 298; ++j) {
      if (!is_template(i) || !is_template(j) || !near(i, j) || !near(i + 1, j + 1)) continue;
      ++b;
      if (near(i + 2, j + 2)) ++a;
    }
  }
  EXPECT_EQ(e.matches_m, b);
  EXPECT_EQ(e.matches_m1, a);
}

TEST(Entropy, OmittedTemplatesAreNeitherMatchedNorUnmatched) {
  auto x = portable_series(6, 120);
  x[7] = x[60] = NAN;
  Parameters p = absolute(1, 1, 0.3);
  p.missing = Missing::omit;
  for (const Bias bias : {Bias::max, Bias::zero}) {
    p.bias = bias;
    // In a self comparison every valid template has a match, so no bias applies: the value is the formula over the
    // valid ones.
    const Entropy e = cross_approximate_entropy(x, x, p);
    EXPECT_EQ(e.unmatched_m, 0U);
    EXPECT_EQ(e.unmatched_m1, 0U);
    EXPECT_EQ(e.templates_m, 118U);
    EXPECT_EQ(e.templates_m1, 119U - 4U);
    EXPECT_EQ(e.value, approximate_entropy(x, p).value);
    EXPECT_TRUE(std::isfinite(e.value));
  }
}

TEST(Entropy, InfiniteSamplesAreRefused) {
  auto x = portable_series(5, 50);
  x[3] = -INFINITY;
  for (const Measure measure : kMeasures) {
    EXPECT_THROW(compute(measure, x, x, absolute(2, 1, 0.2)), Error) << word(measure);
  }
}

TEST(Entropy, MistakesNameTheParameter) {
  const auto x = portable_series(1, 50);
  const auto parameter_of = [&](auto change) {
    Parameters p;
    change(p);
    return error_of([&] { sample_entropy(x, p); }).parameter();
  };
  EXPECT_EQ(parameter_of([](Parameters& p) { p.m = 0; }), "m");
  EXPECT_EQ(parameter_of([](Parameters& p) { p.m = 100000; }), "m");
  EXPECT_EQ(parameter_of([](Parameters& p) { p.tau = -1; }), "tau");
  EXPECT_EQ(parameter_of([](Parameters& p) { p.r = NAN; }), "r");
  EXPECT_EQ(parameter_of([](Parameters& p) { p.ddof = 2; }), "ddof");
  EXPECT_EQ(parameter_of([](Parameters& p) { p.theiler = -5; }), "theiler");
}

std::vector<double> drawn_series() {
  const auto integers = *rc::gen::suchThat(rc::gen::container<std::vector<int>>(rc::gen::inRange(-9, 10)),
                                           [](const auto& all) { return all.size() >= 6; });
  return {integers.begin(), integers.end()};
}

RC_GTEST_PROP(EntropyProperties, CrossSampEnOfASeriesWithItselfCountsWhatApEnCounts, ()) {
  const auto u = drawn_series();
  const Parameters p = absolute(2, 1, 1.0);
  // ApEn has one more template at length m; at m + 1 both have the same, self matches included.
  RC_ASSERT(cross_sample_entropy(u, u, p).matches_m1 == approximate_entropy(u, p).matches_m1);
}

RC_GTEST_PROP(EntropyProperties, CrossApEnOfASeriesWithItselfIsApEn, ()) {
  const auto u = drawn_series();
  const Parameters p = absolute(2, 1, 1.0);
  RC_ASSERT(cross_approximate_entropy(u, u, p).value == approximate_entropy(u, p).value);
}

RC_GTEST_PROP(EntropyProperties, SdUnitsIgnoreShiftAndScale, ()) {
  const auto u = drawn_series();
  RC_PRE(std::any_of(u.begin(), u.end(), [&](double value) { return value != u[0]; }));
  auto v = u;
  for (double& value : v) value = 4.0 * value + 64.0;  // exact for small integers, and so is r where r SD scales by 4
  RC_ASSERT(sample_entropy(u).matches_m == sample_entropy(v).matches_m);
  RC_ASSERT(sample_entropy(u).matches_m1 == sample_entropy(v).matches_m1);
}

}  // namespace
}  // namespace biotropy::entropy
