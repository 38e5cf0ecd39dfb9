// SPDX-License-Identifier: Apache-2.0
//
// Kernel densities as sums, against their definition in long double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "biotropy/cpu.hpp"
#include "biotropy/error.hpp"
#include "biotropy/sicamm/density/binned_density.hpp"
#include "biotropy/sicamm/density/kernel_density.hpp"
#include "biotropy/sicamm/density/kernel_sum.hpp"
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
        expect_log_density(density.log_density_near(x), expected, 1e-12, sample.name + ", near");
      }
    }
  }
}

// Sums leave out kernels that are 0 by definition, which must not change a bit: next to the points, in the bulk, far
// outside, and where coordinates are too large for their distances to be known.
TEST(KernelDensity, HasTheBitsOfTheSumOverAllPoints) {
  for (const double offset : {0.0, 1e3, 1e9}) {
    for (const std::size_t n : {1U, 31U, 64U, 65U, 5000U}) {
      for (const Sample& sample : samples(n, n)) {
        std::vector<double> points = sample.points, weights;
        for (std::size_t i = 0; i < points.size(); ++i) {
          points[i] += offset;
          weights.push_back(1.0 + static_cast<double>(i % 7) * (i % 5 == 0 ? 1e-9 : 1.0));
        }
        for (const bool weighted : {false, true}) {
          const double h = n == 1 ? 0.5 : 0.2 * some_bandwidth(sample.points) + 1e-9;
          const KernelDensity density(points, weighted ? weights : std::vector<double>(), h);
          const auto own = density.weights();
          const double lightest = own.empty() ? 1.0 : *std::min_element(own.begin(), own.end());
          const double square = negligible_square(h, density.total_weight(), lightest);
          for (const double x : places(density, 12)) {
            const double near = density.points()[density.nearest(x)], z = (near - x) / h;
            const KernelSum all{near, 2.0 * (near - x), density.sharpness(),
                                negligible_exponent(square, density.sharpness())};
            const double sum = kernel_sum(density.points(), own, all);
            EXPECT_EQ(density.log_density(x), density.log_density(sum, 0.5 * z * z)) << sample.name << " at " << x;
          }
        }
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
      expect_log_density(density.log_density_near(x), expected, 1e-12, sample.name + ", near");
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
  const BinnedDensity binned(density, -20.0, 20.0);
  for (const double x : places(density, 20)) {
    const double plain = density.log_density(x), with_weights = weighted.log_density(x),
                 from_bins = binned.log_density(x);
    for (const auto& set : instruction_sets()) {
      limit_instruction_set(set);
      EXPECT_EQ(density.log_density(x), plain) << set;
      EXPECT_EQ(weighted.log_density(x), with_weights) << set;
      EXPECT_EQ(binned.log_density(x), from_bins) << set;
      limit_instruction_set("");
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
  EXPECT_TRUE(std::isnan(density.log_density_near(kNaN)));
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

TEST(BinnedDensity, EqualsTheSumInLongDouble) {
  std::mt19937_64 engine(8);
  std::exponential_distribution<double> draw;
  for (const Sample& sample : samples(600, 9)) {
    std::vector<double> weights;
    for (std::size_t i = 0; i < sample.points.size(); ++i) weights.push_back(draw(engine));
    const double h = some_bandwidth(sample.points);
    for (const auto& of_points : {std::vector<double>{}, weights}) {
      const KernelDensity density(sample.points, of_points, h);
      const double middle = density.points()[density.points().size() / 2];
      for (const double half_range : {5.0, 1e6}) {
        const BinnedDensity binned(density, middle - half_range * h, middle + half_range * h);
        for (const double x : places(density, 40)) {
          if (std::abs(x - middle) > half_range * h) continue;
          expect_log_density(binned.log_density(x), naive_log_density(sample.points, of_points, h, x), 1e-12,
                             sample.name);
        }
      }
    }
  }
}

}  // namespace
}  // namespace biotropy::sicamm
