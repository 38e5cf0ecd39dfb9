// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <random>

#include "biotropy/entropy/uncertainty.hpp"
#include "biotropy/series/normalise.hpp"
#include "portable_series.hpp"
#include "tests/error_of.hpp"

namespace biotropy::entropy {
namespace {

// Variance of a conditional probability by its definition: the indicators "this pair also matches one sample further"
// of all matching pairs, their variances and the covariances of those with overlapping windows.
double listed_error(const std::vector<double>& u, const std::vector<double>& v, int m, double r, Covariance form) {
  const bool same = &u == &v;
  const auto matches = [&](int i, int j, int length) {
    for (int k = 0; k < length; ++k) {
      if (std::abs(u[static_cast<std::size_t>(i + k)] - v[static_cast<std::size_t>(j + k)]) > r) return false;
    }
    return true;
  };
  struct Pair {
    int i, j;
    bool longer;
  };
  std::vector<Pair> pairs;
  for (int i = 0; i < static_cast<int>(u.size()) - m; ++i) {
    for (int j = same ? i + 1 : 0; j < static_cast<int>(v.size()) - m; ++j) {
      if (matches(i, j, m)) pairs.push_back({i, j, matches(i, j, m + 1)});
    }
  }
  const auto b = static_cast<double>(pairs.size());
  double a = 0.0, covariance = 0.0;
  for (const Pair& pair : pairs) a += pair.longer ? 1.0 : 0.0;
  const double p = a / b;
  for (const Pair& one : pairs) {
    for (const Pair& other : pairs) {
      const bool straight = std::abs(one.i - other.i) <= m || std::abs(one.j - other.j) <= m;
      const bool crossed = same && (std::abs(one.i - other.j) <= m || std::abs(one.j - other.i) <= m);
      if (&one == &other || !(straight || crossed)) continue;
      const double of_one = one.longer ? 1.0 : 0.0, of_other = other.longer ? 1.0 : 0.0;
      covariance += form == Covariance::lake ? of_one * of_other - p * p : (of_one - p) * (of_other - p);
    }
  }
  return std::sqrt(p * (1.0 - p) / b + std::max(0.0, covariance / (b * b)));
}

Parameters absolute(int m, double r) {
  return Parameters{.m = m, .r = r, .r_unit = series::RUnit::absolute};
}

TEST(Uncertainty, EqualsItsDefinition) {
  const auto u = portable_series(31, 120), v = portable_series(32, 100);
  for (const int m : {1, 2}) {
    for (const double r : {0.1, 0.3}) {
      const UncertaintyOptions lake{0.95, Covariance::lake};
      const Uncertainty one = sample_entropy_uncertainty(u, absolute(m, r), lake);
      const Uncertainty two = cross_sample_entropy_uncertainty(u, v, absolute(m, r), lake);
      EXPECT_NEAR(one.conditional_error, listed_error(u, u, m, r, Covariance::lake), 1e-11);
      EXPECT_NEAR(two.conditional_error, listed_error(u, v, m, r, Covariance::lake), 1e-11);
      const UncertaintyOptions centred{0.95, Covariance::centred};
      EXPECT_NEAR(sample_entropy_uncertainty(u, absolute(m, r), centred).conditional_error,
                  listed_error(u, u, m, r, Covariance::centred), 1e-11);
      EXPECT_NEAR(cross_sample_entropy_uncertainty(u, v, absolute(m, r), centred).conditional_error,
                  listed_error(u, v, m, r, Covariance::centred), 1e-11);
      EXPECT_EQ(one.entropy.value, sample_entropy(u, absolute(m, r)).value);
      EXPECT_EQ(two.entropy.value, cross_sample_entropy(u, v, absolute(m, r)).value);
      EXPECT_NEAR(one.standard_error, one.conditional_error / one.conditional_probability, 1e-15);
      EXPECT_NEAR(std::exp(-one.entropy.value), one.conditional_probability, 1e-15);
    }
  }
}

TEST(Uncertainty, CarriesTheCountsOfTheEntropy) {
  const auto u = portable_series(1, 1000), v = portable_series(2, 1000);
  Parameters p{.ddof = 0};
  const Uncertainty one = sample_entropy_uncertainty(u, p), two = cross_sample_entropy_uncertainty(u, v, p);
  EXPECT_EQ(one.entropy.matches_m, 5994U);
  EXPECT_EQ(one.entropy.matches_m1, 633U);
  EXPECT_EQ(one.entropy.templates_m, 998U);
  EXPECT_EQ(two.entropy.matches_m, 12435U);
  EXPECT_EQ(two.entropy.matches_m1, 1383U);
  EXPECT_NEAR(one.entropy.r, 0.2 * series::moments(u, 0).sd, 1e-16);
}

// EntropyHub 2.0, SampEn(..., Vcp=True), lists couples that overlap at m + 1 once each.
TEST(Uncertainty, HasTheOverlapsThatEntropyHubLists) {
  Parameters p{.ddof = 0};
  EXPECT_EQ(sample_entropy_uncertainty(portable_series(1, 1000), p).overlapping_m1, 2U * 3989U);
  EXPECT_EQ(sample_entropy_uncertainty(portable_series(2, 1000), p).overlapping_m1, 2U * 5380U);
}

// sampen 1.2 of PhysioNet with the options -n -v, made to print more decimals.
TEST(Uncertainty, IsPhysioNets) {
  struct PublishedRow {
    int m;
    double of_u, of_v;
  };
  const auto u = portable_series(1, 1000), v = portable_series(2, 1000);
  const auto uncertainty = [](const std::vector<double>& x, int m, Covariance covariance) {
    Parameters p{.m = m, .ddof = 0, .boundary = match::Boundary::open};
    return sample_entropy_uncertainty(x, p, {0.95, covariance});
  };
  for (const PublishedRow& row : {PublishedRow{1, 0.00156907538026724, 0.00196453187629818},
                                  PublishedRow{2, 0.00426402941660977, 0.00416963130194632},
                                  PublishedRow{3, 0.0122823303627545, 0.0143890008368138}}) {
    EXPECT_NEAR(uncertainty(u, row.m, Covariance::physionet).conditional_error, row.of_u, 1e-14) << row.m;
    EXPECT_NEAR(uncertainty(v, row.m, Covariance::physionet).conditional_error, row.of_v, 1e-14) << row.m;
    EXPECT_NEAR(uncertainty(u, row.m, Covariance::lake).conditional_error / row.of_u, 1.0, 0.08) << row.m;
  }
  // Short series, where the ends matter: 40 samples of noise, and values that tie at r.
  const auto few = portable_series(3, 40);
  EXPECT_NEAR(uncertainty(few, 1, Covariance::physionet).conditional_error, 0.0557347306012981, 1e-14);
  EXPECT_NEAR(uncertainty(few, 2, Covariance::physionet).conditional_error, 0.0948683298050514, 1e-14);
}

TEST(Uncertainty, PhysioNetsIsRefusedWhereItsProgramHasNone) {
  auto u = portable_series(35, 60);
  const UncertaintyOptions physionet{0.95, Covariance::physionet};
  const auto error = [&](auto&& change) {
    Parameters p;
    change(p);
    return error_of([&] { sample_entropy_uncertainty(u, p, physionet); });
  };
  EXPECT_EQ(error([](Parameters& p) { p.tau = 2; }).parameter(), "covariance");
  EXPECT_EQ(error([](Parameters& p) { p.theiler = 3; }).parameter(), "covariance");
  EXPECT_EQ(error([](Parameters& p) { p.templates = match::TemplateRule::all; }).parameter(), "covariance");
  EXPECT_THROW(cross_sample_entropy_uncertainty(u, u, {}, physionet), Error);
  u[30] = NAN;
  EXPECT_EQ(error([](Parameters& p) { p.missing = Missing::omit; }).code(), ErrorCode::missing_values);
}

// Spread of the estimate over independent series, against the mean of its estimated variance.
struct Spread {
  double observed = 0.0, estimated = 0.0;
  double covered = 0.0;  // share of the intervals that contain the mean
};

template <typename Draw, typename Estimate>
Spread monte_carlo(int repetitions, Draw draw, Estimate estimate) {
  std::vector<Uncertainty> all;
  double mean = 0.0, entropy = 0.0;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    all.push_back(estimate(draw(), draw()));
    mean += all.back().conditional_probability / repetitions;
    entropy += all.back().entropy.value / repetitions;
  }
  Spread spread;
  for (const Uncertainty& one : all) {
    spread.observed += std::pow(one.conditional_probability - mean, 2.0) / (repetitions - 1);
    spread.estimated += one.conditional_error * one.conditional_error / repetitions;
    spread.covered += one.lower <= entropy && entropy <= one.upper ? 1.0 / repetitions : 0.0;
  }
  return spread;
}

// Series of independent normal numbers, smoothed by an autoregression.
auto smoothed(double memory, std::size_t n = 200) {
  return [memory, n, generator = std::mt19937_64(33), normal = std::normal_distribution<double>()]() mutable {
    std::vector<double> samples(n);
    double state = 0.0;
    for (double& value : samples) value = state = memory * state + normal(generator);
    return samples;
  };
}

class OverIndependentSeries : public ::testing::TestWithParam<double> {
 protected:
  static Spread spread(Covariance covariance, bool cross, int m) {
    const UncertaintyOptions options{0.95, covariance};
    return monte_carlo(600, smoothed(GetParam()), [&](const auto& x, const auto& y) {
      return cross ? cross_sample_entropy_uncertainty(x, y, absolute(m, 0.4), options)
                   : sample_entropy_uncertainty(x, absolute(m, 0.4), options);
    });
  }
};

TEST_P(OverIndependentSeries, TheCentredErrorIsTheSpreadAndTheDefault) {
  EXPECT_EQ(UncertaintyOptions().covariance, Covariance::centred);
  for (const bool cross : {false, true}) {
    for (const int m : {1, 2}) {
      const Spread found = spread(Covariance::centred, cross, m);
      EXPECT_NEAR(found.estimated / found.observed, 0.95, 0.2) << cross << m;
      EXPECT_NEAR(found.covered, 0.94, 0.04) << cross << m;
    }
  }
}

TEST_P(OverIndependentSeries, LakesErrorIsTooLargeByAFactorBelowThree) {
  for (const bool cross : {false, true}) {
    const Spread found = spread(Covariance::lake, cross, 1);
    EXPECT_GT(found.estimated / found.observed, 1.2) << cross;
    EXPECT_LT(found.estimated / found.observed, 3.0) << cross;
    EXPECT_GT(found.covered, 0.95) << cross;
  }
}

// With r in SD units, the default, the tolerance varies with the SD of the sample, which slow series know badly.
TEST(Uncertainty, AToleranceInSdUnitsAddsTheErrorOfTheSd) {
  for (const double memory : {0.0, 0.5, 0.9}) {
    const Spread found = monte_carlo(300, smoothed(memory, 500),
                                     [](const auto& x, const auto&) { return sample_entropy_uncertainty(x); });
    EXPECT_NEAR(found.covered, 0.955, 0.04) << memory;
  }
}

// Samples in steps of a clock: r is about one step, and matches one neighbour more or less with the SD of the series.
TEST(Uncertainty, OnALatticeAToleranceInSdUnitsIsAStep) {
  constexpr double kMemory = 0.5, kSd = 1.1547;
  for (const double steps : {0.98, 1.0, 1.05, 2.0}) {  // in r
    const double step = 0.2 * kSd / steps;
    const auto rounded = [&, draw = smoothed(kMemory, 500)]() mutable {
      std::vector<double> samples = draw();
      for (double& value : samples) value = std::round(value / step) * step;
      return samples;
    };
    const Spread found =
        monte_carlo(300, rounded, [](const auto& x, const auto&) { return sample_entropy_uncertainty(x); });
    EXPECT_NEAR(found.covered, 0.95, 0.05) << steps;
  }
}

TEST(Uncertainty, TheErrorOfTheToleranceIsThatOfItsDefinition) {
  const auto u = portable_series(36, 300);
  Parameters bits{.base = Base::two};
  const Uncertainty found = sample_entropy_uncertainty(u);
  const auto change_at = [&](double errors) {
    Parameters other;
    other.r *= std::exp(errors * series::log_sd_error(u));
    return sample_entropy(u, other).value - found.entropy.value;
  };
  double squares = 0.0, at_lower_end = 0.0, weights = 0.0, weights_at_end = 0.0;
  const double end = -1.9599639845400545;
  for (int k = -12; k <= 12; ++k) {
    const double at = k / 3.0, weight = std::exp(-0.5 * at * at), at_end = std::exp(-0.5 * (at - end) * (at - end));
    squares += weight * std::pow(change_at(at), 2.0);
    at_lower_end += at_end * change_at(at);
    weights += weight;
    weights_at_end += at_end;
  }
  EXPECT_NEAR(found.tolerance_error, std::sqrt(squares / weights), 1e-12);
  const double up = std::max(change_at(end), at_lower_end / weights_at_end);
  const double counted = end * found.conditional_error / found.conditional_probability;
  EXPECT_NEAR(found.upper - found.entropy.value, std::hypot(counted, up), 1e-12);
  const double of_counts = found.conditional_error / found.conditional_probability;
  EXPECT_NEAR(found.standard_error, std::hypot(of_counts, found.tolerance_error), 1e-15);
  EXPECT_NEAR(sample_entropy_uncertainty(u, bits).standard_error, found.standard_error / std::log(2.0), 1e-12);
  EXPECT_EQ(sample_entropy_uncertainty(u, absolute(2, 0.2)).tolerance_error, 0.0);
  EXPECT_EQ(sample_entropy_uncertainty(u, {}, {0.95, Covariance::lake}).tolerance_error, 0.0);
  EXPECT_EQ(cross_sample_entropy_uncertainty(u, portable_series(37, 300)).tolerance_error, 0.0);
}

INSTANTIATE_TEST_SUITE_P(Uncertainty, OverIndependentSeries, ::testing::Values(0.0, 0.8));

TEST(Uncertainty, TheIntervalWidensWithTheConfidence) {
  const auto u = portable_series(34, 300);
  for (const Parameters& p : {Parameters(), absolute(2, 0.2)}) {
    EXPECT_LT(sample_entropy_uncertainty(u, p, {0.5}).upper, sample_entropy_uncertainty(u, p).upper);
    EXPECT_GT(sample_entropy_uncertainty(u, p, {0.5}).lower, sample_entropy_uncertainty(u, p).lower);
  }
  const Parameters known = absolute(2, 0.2);
  const Uncertainty narrow = sample_entropy_uncertainty(u, known, {0.5}), wide = sample_entropy_uncertainty(u, known);
  EXPECT_NEAR(wide.upper - wide.entropy.value, 1.9599639845400545 * wide.standard_error, 1e-12);
  EXPECT_NEAR(narrow.entropy.value - narrow.lower, 0.6744897501960817 * narrow.standard_error, 1e-12);
  EXPECT_EQ(narrow.standard_error, wide.standard_error);
}

TEST(Uncertainty, WhereTheEntropyIsUndefinedSoIsItsError) {
  const std::vector<double> half{0, 0, 5, 0, 0, 9};
  const Uncertainty infinite = sample_entropy_uncertainty(half, absolute(2, 0.5));
  EXPECT_EQ(infinite.entropy.value, INFINITY);
  EXPECT_TRUE(std::isnan(infinite.standard_error));
  EXPECT_TRUE(std::isnan(infinite.upper));
  EXPECT_NE(infinite.entropy.reason, "");
  const std::vector<double> constant(30, 1.0);
  const Uncertainty certain = sample_entropy_uncertainty(constant, absolute(2, 0.5));
  EXPECT_EQ(certain.entropy.value, 0.0);
  EXPECT_EQ(certain.standard_error, 0.0);
}

TEST(Uncertainty, MistakesNameTheParameter) {
  const auto u = portable_series(35, 60);
  for (const double confidence : {0.0, 1.0, -0.5, static_cast<double>(NAN)}) {
    EXPECT_THAT(error_of([&] { sample_entropy_uncertainty(u, {}, {confidence}); }), refuses("confidence"));
  }
  Parameters keep_self{.theiler = -1};
  EXPECT_THROW(sample_entropy_uncertainty(u, keep_self), Error);
  EXPECT_THROW(sample_entropy_uncertainty(std::span(u).first(3)), Error);
}

}  // namespace
}  // namespace biotropy::entropy
