// SPDX-License-Identifier: Apache-2.0
//
// Values that other programs publish or that unrelated programs agree on.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "biotropy/entropy/entropy.hpp"
#include "portable_series.hpp"

namespace biotropy::entropy {
namespace {

constexpr double kTolerance = 1e-12;

Parameters population(int m) {
  return Parameters{.m = m, .ddof = 0};
}

class PortableSeries : public ::testing::Test {
 protected:
  const std::vector<double> u = portable_series(1, 1000), v = portable_series(2, 1000);
};

TEST_F(PortableSeries, StartsAsStated) {
  EXPECT_EQ(u[0], .5138700781390071);
  EXPECT_EQ(u[2], .3086515162140131);
  EXPECT_NEAR(series::moments(u, 0).sd, .2851545627380153, 1e-15);
  EXPECT_NEAR(series::moments(v, 0).sd, .2912753883712892, 1e-15);
}

TEST_F(PortableSeries, SampleEntropy) {
  const Entropy of_u = sample_entropy(u, population(2)), of_v = sample_entropy(v, population(2));
  EXPECT_EQ(of_u.matches_m, 5994U);
  EXPECT_EQ(of_u.matches_m1, 633U);
  EXPECT_EQ(of_u.templates_m, 998U);
  EXPECT_EQ(of_u.templates_m1, 998U);
  EXPECT_NEAR(of_u.value, 2.24804382573243, kTolerance);
  EXPECT_EQ(of_v.matches_m, 6424U);
  EXPECT_EQ(of_v.matches_m1, 733U);
  EXPECT_NEAR(of_v.value, 2.17065055373995, kTolerance);
  const Entropy short_u = sample_entropy(u, population(1));
  EXPECT_EQ(short_u.matches_m, 55085U);
  EXPECT_EQ(short_u.matches_m1, 6007U);
  EXPECT_NEAR(short_u.value, 2.215951990924, kTolerance);
  EXPECT_NEAR(sample_entropy(v, population(1)).value, 2.17377338433192, kTolerance);
}

TEST_F(PortableSeries, ApproximateEntropy) {
  EXPECT_NEAR(approximate_entropy(u, population(2)).value, 1.81881022464174, kTolerance);
  EXPECT_NEAR(approximate_entropy(v, population(2)).value, 1.80951766585495, kTolerance);
  EXPECT_NEAR(approximate_entropy(u, population(1)).value, 2.18048862469488, kTolerance);
  EXPECT_NEAR(approximate_entropy(v, population(1)).value, 2.14799877233675, kTolerance);
}

TEST_F(PortableSeries, CrossSampleEntropy) {
  const Entropy two = cross_sample_entropy(u, v, population(2)), one = cross_sample_entropy(u, v, population(1));
  EXPECT_EQ(two.matches_m, 12435U);
  EXPECT_EQ(two.matches_m1, 1383U);
  EXPECT_NEAR(two.value, 2.19626002457275, kTolerance);
  EXPECT_EQ(one.matches_m, 111599U);
  EXPECT_EQ(one.matches_m1, 12465U);
  EXPECT_NEAR(one.value, 2.1919873723580663, kTolerance);
  EXPECT_EQ(cross_sample_entropy(v, u, population(2)).value, two.value);
}

TEST_F(PortableSeries, FuzzyEntropy) {
  Parameters parameters = population(2);
  EXPECT_NEAR(fuzzy_entropy(u, parameters).value, 2.178563203943, kTolerance);
  EXPECT_NEAR(fuzzy_entropy(v, parameters).value, 2.201060688401, kTolerance);
  parameters.local_mean = LocalMean::kept;
  EXPECT_NEAR(fuzzy_entropy(u, parameters).value, 1.96277693531, 1e-11);
  EXPECT_NEAR(fuzzy_entropy(v, parameters).value, 1.911976256034, kTolerance);
  Parameters chen;
  chen.membership.form = match::MembershipForm::chen;
  chen.r_unit = series::RUnit::absolute;
  EXPECT_NEAR(fuzzy_entropy(u, chen).value, 0.3902831324851, kTolerance);
  EXPECT_NEAR(fuzzy_entropy(v, chen).value, 0.4132021921818, kTolerance);
}

TEST_F(PortableSeries, CrossFuzzyEntropy) {
  Parameters parameters = population(2);
  parameters.membership.form = match::MembershipForm::chen;
  EXPECT_NEAR(cross_fuzzy_entropy(u, v, parameters).value, 1.402206922423, kTolerance);
  EXPECT_EQ(cross_fuzzy_entropy(v, u, parameters).value, cross_fuzzy_entropy(u, v, parameters).value);
}

TEST_F(PortableSeries, CrossApproximateEntropy) {
  Parameters parameters{.m = 1};
  for (const Bias bias : {Bias::max, Bias::zero, Bias::none}) {
    parameters.bias = bias;
    parameters.ddof = 1;
    EXPECT_NEAR(cross_approximate_entropy(u, v, parameters).value, 2.246128853830606, kTolerance);
    EXPECT_NEAR(cross_approximate_entropy(v, u, parameters).value, 2.228128246015853, kTolerance);
    parameters.ddof = 0;
    EXPECT_NEAR(cross_approximate_entropy(u, v, parameters).value, 2.246454158693897, kTolerance);
    EXPECT_NEAR(cross_approximate_entropy(v, u, parameters).value, 2.228697729863496, kTolerance);
  }
}

TEST_F(PortableSeries, CrossApproximateEntropyUnderEachBias) {
  Parameters parameters{.bias = Bias::zero};
  EXPECT_NEAR(cross_approximate_entropy(u, v, parameters).value, 2.088248176003160, kTolerance);
  EXPECT_NEAR(cross_approximate_entropy(v, u, parameters).value, 2.107841681950838, kTolerance);
  parameters.bias = Bias::max;
  const Entropy forward = cross_approximate_entropy(u, v, parameters),
                backward = cross_approximate_entropy(v, u, parameters);
  EXPECT_NEAR(forward.value, 2.088497046323398, kTolerance);
  EXPECT_NEAR(backward.value, 2.108093562799143, kTolerance);
  EXPECT_EQ(forward.unmatched_m1, 248U);
  EXPECT_EQ(backward.unmatched_m1, 251U);
  EXPECT_EQ(forward.templates_m, 999U);
  EXPECT_EQ(forward.templates_m1, 998U);
  parameters.bias = Bias::none;
  const Entropy uncorrected = cross_approximate_entropy(u, v, parameters);
  EXPECT_EQ(uncorrected.value, INFINITY);
  EXPECT_NE(uncorrected.reason, "");
  parameters.ddof = 0;
  parameters.bias = Bias::zero;
  EXPECT_NEAR(cross_approximate_entropy(u, v, parameters).value, 2.087679796220610, kTolerance);
  EXPECT_NEAR(cross_approximate_entropy(v, u, parameters).value, 2.107676688070055, kTolerance);
  parameters.bias = Bias::max;
  EXPECT_NEAR(cross_approximate_entropy(u, v, parameters).value, 2.087929670050204, kTolerance);
  EXPECT_NEAR(cross_approximate_entropy(v, u, parameters).value, 2.107928568918362, kTolerance);
}

TEST(Published, NoldsUnitTests) {
  Parameters parameters{.r = 0.1164 * (0.5627 * std::log(2.0) + 1.3334), .boundary = match::Boundary::open};
  const std::vector<double> first{0, 1, 5, 4, 1, 0, 1, 5, 3};
  EXPECT_NEAR(sample_entropy(first, parameters).value, std::numbers::ln2, kTolerance);
  parameters.m = 1;
  parameters.r = 0.5;
  parameters.r_unit = series::RUnit::absolute;
  const std::vector<double> second{1, 2, 1, 2.4, 1, 4};
  EXPECT_NEAR(sample_entropy(second, parameters).value, std::numbers::ln2, kTolerance);
}

TEST(Published, AntropyDocumentation) {
  std::vector<double> sine(3000);
  for (std::size_t k = 0; k < sine.size(); ++k)
    sine[k] = std::sin(2.0 * std::numbers::pi * static_cast<double>(k) / 100.0);
  const Entropy e = sample_entropy(sine, population(2));
  EXPECT_NEAR(approximate_entropy(sine, population(2)).value, 0.2009, 5e-5);
  EXPECT_NEAR(e.value, .163259241512, 2e-3);  // samples a period apart differ by rounding: r falls between them
}

TEST(Published, MneFeaturesUnitTests) {
  const std::vector<double> alternating{1, -1, 1, -1, 0, 1, -1, 1};
  EXPECT_NEAR(sample_entropy(alternating, population(2)).value, std::log(3.0), kTolerance);
  Parameters parameters;
  const std::vector<double> first{0, 0, 2, -2, 0, -1, -1, 0}, second{1, 1, -1, -1, 0, 1, 1, 0};
  EXPECT_NEAR(approximate_entropy(first, parameters).value, std::log(6.0 / 7.0), kTolerance);
  EXPECT_NEAR(approximate_entropy(second, parameters).value,
              (2 * std::numbers::ln2 - 7 * std::log(7.0)) / 7 + std::log(6.0), kTolerance);
}

}  // namespace
}  // namespace biotropy::entropy
