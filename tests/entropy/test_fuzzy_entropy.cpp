// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "biotropy/entropy/entropy.hpp"
#include "naive_entropy.hpp"
#include "portable_series.hpp"
#include "tests/error_of.hpp"

namespace biotropy::entropy {
namespace {

TEST(FuzzyEntropy, EqualsThePapersEquations) {
  const auto u = portable_series(21, 90), v = portable_series(22, 75);
  for (const int m : {1, 2, 3}) {
    for (const int tau : {1, 4}) {
      for (const double r : {0.05, 0.2, 1.0}) {
        for (const double n : {1.0, 2.0, 3.5}) {
          for (const bool local : {true, false}) {
            Parameters p = absolute(m, tau, r);
            p.membership.n = n;
            p.local_mean = local ? LocalMean::removed : LocalMean::kept;
            EXPECT_NEAR(fuzzy_entropy(u, p).value, naive_fuzzyen(u, u, m, tau, r, n, local), 1e-11);
            EXPECT_NEAR(cross_fuzzy_entropy(u, v, p).value, naive_fuzzyen(u, v, m, tau, r, n, local), 1e-11);
          }
        }
      }
    }
  }
}

TEST(FuzzyEntropy, IsTheLogarithmOfTheRatioOfItsMemberships) {
  const auto u = portable_series(23, 300);
  const Entropy e = fuzzy_entropy(u);
  EXPECT_NEAR(e.value, std::log(e.membership_m / e.membership_m1), 1e-14);
  EXPECT_EQ(e.templates_m, 298U);
  EXPECT_EQ(e.templates_m1, 298U);
  EXPECT_EQ(e.matches_m, 0U);
  EXPECT_NEAR(e.r, 0.2 * series::moments(u).sd, 1e-16);
  EXPECT_EQ(e.pairs_m, 298U * 297U);
  EXPECT_EQ(e.pairs_m1, 298U * 297U);
  EXPECT_GT(e.membership_m, 0.0);
  EXPECT_LT(e.membership_m, 298.0 * 297.0);
  EXPECT_LT(e.membership_m1, e.membership_m);
}

TEST(FuzzyEntropy, ASharpMembershipTendsToSampleEntropy) {
  const auto u = portable_series(24, 400);
  Parameters p = absolute(2, 1, 0.2);
  p.local_mean = LocalMean::kept;
  const Entropy sharp = sample_entropy(u, p);
  p.membership.n = 1e5;
  EXPECT_NEAR(fuzzy_entropy(u, p).value, sharp.value, 1e-3);
  EXPECT_NEAR(fuzzy_entropy(u, p).membership_m, 2.0 * static_cast<double>(sharp.matches_m), 1.0);
}

TEST(FuzzyEntropy, TheCornerIsInTheUnitOfR) {
  auto u = portable_series(25, 200);
  Parameters p{.membership = {match::MembershipForm::trapezoidal2, 2.0, 0.7}};
  const double in_sd = fuzzy_entropy(u, p).value;
  const double sd = series::moments(u).sd;
  Parameters samples = absolute(2, 1, 0.2 * sd);
  samples.membership = {match::MembershipForm::trapezoidal2, 2.0, 0.7 * sd};
  EXPECT_NEAR(fuzzy_entropy(u, samples).value, in_sd, 1e-13);
}

TEST(FuzzyEntropy, MissingTemplatesAreLeftOutOfTheMeans) {
  auto u = portable_series(26, 150);
  u[70] = NAN;
  Parameters p = absolute(2, 1, 0.2);
  EXPECT_THROW(fuzzy_entropy(u, p), Error);
  p.missing = Missing::omit;
  const Entropy e = fuzzy_entropy(u, p);
  EXPECT_EQ(e.templates_m, 145U);
  EXPECT_EQ(e.templates_m1, 145U);
  EXPECT_NEAR(e.value, std::log(e.membership_m) - std::log(e.membership_m1), 1e-14);
}

TEST(FuzzyEntropy, WhatIsUndefinedSaysWhy) {
  const std::vector<double> apart{0, 1, 3, 7, 15, 31, 63, 127};
  Parameters p = absolute(2, 1, 1e-3);
  const Entropy e = fuzzy_entropy(apart, p);
  EXPECT_TRUE(std::isnan(e.value));
  EXPECT_THAT(e.reason, HasSubstr("length m matches"));
  p.undefined = Undefined::negative;
  EXPECT_EQ(fuzzy_entropy(apart, p).value, -INFINITY);
  const std::vector<double> constant(50, 2.0);
  EXPECT_EQ(fuzzy_entropy(constant, absolute(2, 1, 0.1)).value, 0.0);
}

TEST(FuzzyEntropy, MistakesNameTheParameter) {
  const auto u = portable_series(1, 50);
  const auto parameter_of = [&](auto change) {
    Parameters p;
    change(p);
    return error_of([&] { fuzzy_entropy(u, p); }).parameter();
  };
  EXPECT_EQ(parameter_of([](Parameters& p) { p.r = 0.0; }), "r");
  EXPECT_EQ(parameter_of([](Parameters& p) { p.membership.n = -1.0; }), "fuzzy_power");
  EXPECT_EQ(parameter_of([](Parameters& p) { p.membership.form = match::MembershipForm::trapezoidal2; }),
            "membership_corner");
  EXPECT_EQ(parameter_of([](Parameters& p) { p.m = 0; }), "m");
  const std::vector<double> three{1, 2, 4};
  EXPECT_EQ(error_of([&] { fuzzy_entropy(three); }).code(), ErrorCode::too_short);
}

}  // namespace
}  // namespace biotropy::entropy
