// SPDX-License-Identifier: Apache-2.0
//
// The table of the log density against the definition in long double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "biotropy/sicamm/density/log_table.hpp"
#include "tests/sicamm/naive_density.hpp"
#include "tests/sicamm/samples.hpp"

namespace biotropy::sicamm {
namespace {

struct Errors {
  std::vector<double> absolute;
  double relative = 0.0;  // for logarithms of numbers below the range of doubles

  double largest() const { return *std::max_element(absolute.begin(), absolute.end()); }
  double median() {
    std::nth_element(absolute.begin(), absolute.begin() + absolute.size() / 2, absolute.end());
    return absolute[absolute.size() / 2];
  }
};

double bandwidth_of(const std::vector<double>& points) {
  std::vector<double> sorted = points;
  std::sort(sorted.begin(), sorted.end());
  const double quartiles = sorted[sorted.size() * 3 / 4] - sorted[sorted.size() / 4];
  return std::max(quartiles, 1e-3 * (sorted.back() - sorted.front())) * 0.8 *
         std::pow(static_cast<double>(points.size()), -0.2);
}

// At the points, over their range and 10 bandwidths beyond, and in the tails .
Errors errors_of(const Sample& sample, std::span<const double> weights, double h, std::size_t count) {
  const LogTable table(KernelDensity(sample.points, weights, h));
  const double low = table.density().points().front(), high = table.density().points().back();
  Errors errors;
  const auto look = [&](double x) {
    const long double expected = naive_log_density(sample.points, weights, h, x);
    const auto error = static_cast<double>(std::abs(static_cast<long double>(table.log_density(x)) - expected));
    if (expected > -745.0L)
      errors.absolute.push_back(error);
    else
      errors.relative = std::max(errors.relative, error / static_cast<double>(std::abs(expected)));
  };
  for (std::size_t k = 0; k < count; ++k) {
    const double fraction = (static_cast<double>(k) + 0.61) / static_cast<double>(count);
    look(sample.points[k * sample.points.size() / count]);
    look(low - 10.0 * h + fraction * (high - low + 20.0 * h));
    const double beyond = 8.0 * h * std::pow(1e5, fraction);
    look(low - beyond);
    look(high + beyond);
  }
  return errors;
}

TEST(LogTable, IsWithinItsToleranceOfTheSumEverywhere) {
  for (const std::size_t n : {1U, 2U, 7U, 60U, 1000U}) {
    for (const Sample& sample : samples(n, n + 1)) {
      const double h = n == 1 ? 0.3 : bandwidth_of(sample.points) + 1e-9;
      Errors errors = errors_of(sample, {}, h, n == 1000 ? 60 : 200);
      EXPECT_LE(errors.largest(), 1e-10) << sample.name << ", " << n;
      EXPECT_LE(errors.median(), 1e-12) << sample.name << ", " << n;
      EXPECT_LE(errors.relative, 1e-13) << sample.name << ", " << n;
    }
  }
}

TEST(LogTable, IsWithinItsToleranceForWeightedPoints) {
  for (const Sample& sample : samples(600, 2)) {
    std::vector<double> weights;
    for (std::size_t i = 0; i < sample.points.size(); ++i) {
      weights.push_back(std::exp(-20.0 * static_cast<double>(i % 97) / 97.0));
    }
    Errors errors = errors_of(sample, weights, bandwidth_of(sample.points), 100);
    EXPECT_LE(errors.largest(), 1e-10) << sample.name;
    EXPECT_LE(errors.median(), 1e-12) << sample.name;
    EXPECT_LE(errors.relative, 1e-13) << sample.name;
  }
}

TEST(LogTable, CoversTheMiddleOfARangeThatIsTooWide) {
  Sample sample{"wide", {}};
  for (int i = 0; i < 300; ++i) sample.points.push_back(std::pow(1.1, i));
  Errors errors = errors_of(sample, {}, 0.5, 300);
  EXPECT_LE(errors.largest(), 1e-10);
  EXPECT_LE(errors.relative, 1e-13);
  const LogTable table(KernelDensity(sample.points, {}, 0.5));
  EXPECT_LE(table.central_pieces(), 8192U);
}

TEST(LogTable, MarksFewPieces) {
  for (const Sample& sample : samples(5000, 3)) {
    if (sample.name == "whole numbers" || sample.name == "lonely points") continue;
    const LogTable table(KernelDensity(sample.points, {}, bandwidth_of(sample.points)));
    EXPECT_LT(table.marked_pieces(), table.pieces() / 4) << sample.name;
    std::size_t summed = 0;
    for (const double x : sample.points) summed += std::isnan(table.place(x).piece[0]) ? 1 : 0;
    EXPECT_LT(summed, sample.points.size() / 100) << sample.name;
  }
}

TEST(LogTable, DerivativesEqualTheirDefinition) {
  for (const Sample& sample : samples(800, 5)) {
    const double h = bandwidth_of(sample.points);
    const LogTable table(KernelDensity(sample.points, {}, h));
    const double low = table.density().points().front(), range = table.density().points().back() - low;
    for (int k = 0; k < 200; ++k) {
      const double x = low - 40.0 * h + (range + 80.0 * h) * k / 200.0;
      const LogShape found = table.shape(x), expected = naive_shape(sample.points, {}, h, x);
      EXPECT_NEAR(found.value, expected.value, 1e-10);
      EXPECT_NEAR(found.slope * h, expected.slope * h, 1e-8) << sample.name << " at " << x;
      EXPECT_NEAR(found.curvature * h * h, expected.curvature * h * h, 1e-6) << sample.name << " at " << x;
    }
  }
}

TEST(LogTable, FarAwayAndMissing) {
  const std::vector<double> points = {0.0, 0.5, 1.0};
  const LogTable table(KernelDensity(points, {}, 0.1));
  EXPECT_EQ(table.log_density(1e200), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(table.log_density(std::numeric_limits<double>::quiet_NaN())));
  for (const double x : {1e7, -1e7, 1e100}) EXPECT_EQ(table.log_density(x), table.density().log_density(x));
}

}  // namespace
}  // namespace biotropy::sicamm
