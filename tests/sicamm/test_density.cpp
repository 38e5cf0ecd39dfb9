// SPDX-License-Identifier: Apache-2.0
//
// Kernel densities as sums, against their definition in long double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/density/binned_density.hpp"
#include "biotropy/sicamm/density/kernel_density.hpp"
#include "biotropy/sicamm/density/kernel_sum.hpp"
#include "tests/every_instruction_set.hpp"
#include "tests/sicamm/naive_density.hpp"
#include "tests/sicamm/samples.hpp"

namespace biotropy::sicamm {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Approximate for any sample: both sides must only use the same.
double some_bandwidth(const std::vector<double>& points) {
  double mean = 0.0, deviation = 0.0;
  for (const double point : points) mean += point / static_cast<double>(points.size());
  for (const double point : points) deviation += std::abs(point - mean) / static_cast<double>(points.size());
  return deviation * std::pow(static_cast<double>(points.size()), -0.2);
}

// The points themselves, their range and 10 bandwidths more, and up to 10,000 bandwidths beyond.
std::vector<double> places(const KernelDensity& density, std::size_t count) {
  const double h = density.bandwidth(), low = density.points().front(), high = density.points().back();
  std::vector<double> result;
  for (std::size_t k = 0; k < count; ++k) {
    const double fraction = (static_cast<double>(k) + 0.37) / static_cast<double>(count);
    result.push_back(density.points()[k * density.points().size() / count]);
    result.push_back(low - 10.0 * h + fraction * (high - low + 20.0 * h));
    const double beyond = 8.0 * h * std::pow(1250.0, fraction);
    result.push_back(low - beyond);
    result.push_back(high + beyond);
  }
  return result;
}

// Absolute where densities are representable, relative in the logarithm where they are not.
void expect_log_density(double found, long double expected, double tolerance, const std::string& what) {
  const double allowed = tolerance * std::max(1.0, std::abs(static_cast<double>(expected)) / 745.0);
  EXPECT_LE(std::abs(static_cast<double>(found - expected)), allowed) << what << ": " << found;
}

TEST(KernelDensity, EqualsTheSumInLongDouble) {
  for (const std::size_t n : {1U, 2U, 3U, 31U, 32U, 33U, 500U}) {
    for (const Sample& sample : samples(n, n)) {
      const double h = n == 1 ? 0.5 : some_bandwidth(sample.points) + 1e-9;
      const KernelDensity density(sample.points, {}, h);
      for (const double x : places(density, 25)) {
        const long double expected = naive_log_density(sample.points, {}, h, x);
        expect_log_density(density.log_density(x), expected, 1e-12, sample.name);
      }
    }
  }
}

TEST(KernelDensity, EqualsTheWeightedSumInLongDouble) {
  std::mt19937_64 engine(5);
  std::uniform_real_distribution<double> exponent(-24.0, 0.0);
  for (const Sample& sample : samples(400, 3)) {
    std::vector<double> weights;
    for (std::size_t i = 0; i < sample.points.size(); ++i) weights.push_back(3.0 * std::exp(exponent(engine)));
    weights[7] = 0.0;
    const double h = some_bandwidth(sample.points);
    const KernelDensity density(sample.points, weights, h);
    for (const double x : places(density, 25)) {
      const long double expected = naive_log_density(sample.points, weights, h, x);
      expect_log_density(density.log_density(x), expected, 1e-12, sample.name);
    }
  }
}

TEST(KernelDensity, WithoutAPointIsTheDensityOfTheOthers) {
  for (const Sample& sample : samples(120, 2)) {
    const double h = 0.3 * some_bandwidth(sample.points);
    const KernelDensity density(sample.points, {}, h);
    const auto all = density.points(), weights = density.weights();
    for (std::size_t k = 0; k < all.size(); ++k) {
      std::vector<double> others(all.begin(), all.end()), of_others(weights.begin(), weights.end());
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
      if (!of_others.empty()) of_others.erase(of_others.begin() + static_cast<std::ptrdiff_t>(k));
      expect_log_density(density.log_density_without(k), naive_log_density(others, of_others, h, all[k]), 1e-12,
                         sample.name);
    }
  }
  EXPECT_EQ(KernelDensity(std::vector<double>{1.0}, {}, 1.0).log_density_without(0), -kInfinity);
}

TEST(KernelDensity, DerivativesEqualTheirDefinition) {
  for (const Sample& sample : samples(300, 4)) {
    const double h = some_bandwidth(sample.points);
    const KernelDensity density(sample.points, {}, h);
    for (const double x : places(density, 20)) {
      const LogShape found = density.shape(x), expected = naive_shape(sample.points, {}, h, x);
      EXPECT_NEAR(found.slope * h, expected.slope * h, 1e-10 * (1.0 + std::abs(expected.slope * h))) << sample.name;
      EXPECT_NEAR(found.curvature * h * h, expected.curvature * h * h, 1e-8) << sample.name;
    }
  }
}

TEST(KernelDensity, IsTheSameOnEveryInstructionSet) {
  const auto sample = samples(777, 6)[4].points;
  const std::vector<double> weights(sample.begin(), sample.end());
  std::vector<double> positive;
  for (const double weight : weights) positive.push_back(std::abs(weight) + 0.1);
  const KernelDensity density(sample, {}, 0.2), weighted(sample, positive, 0.2);
  const BinnedDensity binned(density);
  for (const double x : places(density, 20)) {
    const double plain = density.log_density(x), with_weights = weighted.log_density(x),
                 from_bins = binned.log_density(x);
    for (const std::string& set : EveryInstructionSet()) {
      EXPECT_EQ(density.log_density(x), plain) << set;
      EXPECT_EQ(weighted.log_density(x), with_weights) << set;
      EXPECT_EQ(binned.log_density(x), from_bins) << set;
    }
  }
}

TEST(KernelDensity, MergesEqualPoints) {
  const KernelDensity density(std::vector<double>{2.0, 1.0, 2.0, 2.0}, {}, 0.5);
  ASSERT_EQ(density.points().size(), 2U);
  EXPECT_EQ(density.points()[1], 2.0);
  EXPECT_EQ(density.weights()[1], 3.0);
  EXPECT_EQ(density.total_weight(), 4.0);
}

TEST(KernelDensity, LeavesOutPointsThatAreLost) {
  const KernelDensity density(std::vector<double>{1.0, 2.0, 3.0, 4.0}, std::vector<double>{1.0, 0.0, 1e-13, 1e-11},
                              0.5);
  ASSERT_EQ(density.points().size(), 2U);
  EXPECT_EQ(density.points()[1], 4.0);
}

TEST(KernelDensity, FarAwayIsALargeNegativeNumber) {
  const KernelDensity density(std::vector<double>{0.0, 1.0}, {}, 0.1);
  // ln(1 / (2 * 0.1 * sqrt(2 pi))) and half the square of 10^7 bandwidths.
  EXPECT_DOUBLE_EQ(density.log_density(1.0 + 1e6), -0.5e14 + std::log(5.0 / std::sqrt(2.0 * std::acos(-1.0))));
  EXPECT_EQ(density.log_density(1e200), -kInfinity);
  EXPECT_EQ(density.log_density(-kInfinity), -kInfinity);
  EXPECT_TRUE(std::isnan(density.log_density(kNaN)));
}

ErrorCode code_of(std::vector<double> points, std::vector<double> weights, double h) {
  try {
    const KernelDensity density(points, weights, h);
  } catch (const Error& error) {
    return error.code();
  }
  return ErrorCode::internal;
}

TEST(KernelDensity, RefusesWhatIsNoDensity) {
  EXPECT_EQ(code_of({}, {}, 1.0), ErrorCode::invalid_data);
  EXPECT_EQ(code_of({1.0, kNaN}, {}, 1.0), ErrorCode::invalid_data);
  EXPECT_EQ(code_of({1.0, kInfinity}, {}, 1.0), ErrorCode::invalid_data);
  EXPECT_EQ(code_of({1.0, 2.0}, {1.0}, 1.0), ErrorCode::invalid_data);
  EXPECT_EQ(code_of({1.0, 2.0}, {1.0, -1.0}, 1.0), ErrorCode::invalid_data);
  EXPECT_EQ(code_of({1.0, 2.0}, {0.0, 0.0}, 1.0), ErrorCode::invalid_data);
  for (const double h : {0.0, -1.0, kNaN, kInfinity, 1e-200}) {
    EXPECT_EQ(code_of({1.0, 2.0}, {}, h), ErrorCode::invalid_argument) << h;
  }
}

// Every point of the density and places beside it, in its gaps and outside.
void expect_binned(const std::vector<double>& points, const std::vector<double>& weights, double h, double tolerance,
                   const std::string& what) {
  const BinnedDensity binned(KernelDensity(points, weights, h));
  EXPECT_LE(binned.middles().size(), points.size() + BinnedDensity::kGroup) << what;
  for (const double x : places(binned.density(), 40)) {
    expect_log_density(binned.log_density(x), naive_log_density(points, weights, h, x), tolerance, what);
  }
}

TEST(BinnedDensity, EqualsTheSumInLongDouble) {
  std::mt19937_64 engine(8);
  std::exponential_distribution<double> draw;
  for (const std::size_t n : {1U, 2U, 7U, 600U}) {
    for (const Sample& sample : samples(n, 9)) {
      std::vector<double> weights;
      for (std::size_t i = 0; i < n; ++i) weights.push_back(draw(engine));
      const double h = n == 1 ? 0.5 : some_bandwidth(sample.points) + 1e-9;
      for (const auto& of_points : {std::vector<double>{}, weights}) {
        for (const double factor : {0.001, 0.3, 1.0, 40.0}) {
          expect_binned(sample.points, of_points, factor * h, 1e-12, sample.name);
        }
      }
    }
  }
}

// The error that the pages state, where the points are.
TEST(BinnedDensity, IsWithinAFewUnitsOfTheLastPlace) {
  std::mt19937_64 engine(11);
  std::normal_distribution<double> draw;
  std::vector<double> points(4000);
  for (double& point : points) point = draw(engine);
  const double h = 0.2;
  const BinnedDensity binned(KernelDensity(points, {}, h));
  long double worst = 0.0L;
  for (std::size_t i = 0; i < points.size(); i += 7) {
    for (const double x : {points[i], 1.5 * points[i]}) {
      worst = std::max(worst, std::abs(binned.log_density(x) - naive_log_density(points, {}, h, x)));
    }
  }
  EXPECT_LE(worst, 1e-14L);
}

// Coordinates whose neighbours are half a bandwidth, and two bandwidths, apart; then middles cannot be between points.
TEST(BinnedDensity, OfLargeCoordinates) {
  for (const double h : {100.0, 3.0, 0.25, 0.05}) {
    std::vector<double> points;
    for (int i = 0; i < 90; ++i) points.push_back(1e15 + 0.125 * static_cast<double>(i * i % 331));
    const BinnedDensity binned(KernelDensity(points, {}, h));
    for (int i = -400; i < 700; ++i) {
      const double x = 1e15 + 0.125 * static_cast<double>(i);
      expect_log_density(binned.log_density(x), naive_log_density(points, {}, h, x), 1e-12, "large coordinates");
    }
  }
}

// One bin each, however far away they are, and the tails between them have the right point as the nearest.
TEST(BinnedDensity, OfOutliersAndWeightsOfEverySize) {
  std::vector<double> points, weights;
  for (int i = 0; i < 50; ++i) points.push_back(0.07 * i);
  for (const double far : {20.0, 40.0, 1e3, 1e12, 1e140}) points.insert(points.end(), {far, -far});
  for (std::size_t i = 0; i < points.size(); ++i) weights.push_back(std::pow(10.0, -static_cast<double>(i * 5 % 12)));
  for (const double h : {1.0, 0.05, 1e-6}) {
    expect_binned(points, {}, h, 1e-12, "outliers");
    expect_binned(points, weights, h, 1e-12, "outliers with weights");
  }
  const BinnedDensity binned(KernelDensity(points, {}, 1.0));
  EXPECT_EQ(binned.log_density(1e200), -kInfinity);
  EXPECT_EQ(binned.log_density(-kInfinity), -kInfinity);
  EXPECT_TRUE(std::isnan(binned.log_density(kNaN)));
}

}  // namespace
}  // namespace biotropy::sicamm
