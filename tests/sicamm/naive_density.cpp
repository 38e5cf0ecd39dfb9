// SPDX-License-Identifier: Apache-2.0
#include "tests/sicamm/naive_density.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace biotropy::sicamm {

namespace {

struct Sums {
  long double kernels = 0.0L, first = 0.0L, second = 0.0L, weights = 0.0L, largest_exponent = 0.0L;
};

Sums sums_at(std::span<const double> points, std::span<const double> weights, long double h, long double x) {
  Sums sums;
  sums.largest_exponent = -std::numeric_limits<long double>::infinity();
  for (const double point : points) {
    const long double z = (x - static_cast<long double>(point)) / h;
    sums.largest_exponent = std::max(sums.largest_exponent, -0.5L * z * z);
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    const long double weight = weights.empty() ? 1.0L : static_cast<long double>(weights[i]);
    const long double z = (x - static_cast<long double>(points[i])) / h;
    const long double kernel = weight * std::exp(-0.5L * z * z - sums.largest_exponent);
    sums.kernels += kernel;
    sums.first += -z / h * kernel;
    sums.second += (z * z - 1.0L) / (h * h) * kernel;
    sums.weights += weight;
  }
  return sums;
}

}  // namespace

long double naive_log_density(std::span<const double> points, std::span<const double> weights, double bandwidth,
                              double x) {
  const auto h = static_cast<long double>(bandwidth);
  const Sums sums = sums_at(points, weights, h, static_cast<long double>(x));
  const long double height = h * sums.weights * std::sqrt(2.0L * std::numbers::pi_v<long double>);
  return std::log(sums.kernels) + sums.largest_exponent - std::log(height);
}

LogShape naive_shape(std::span<const double> points, std::span<const double> weights, double bandwidth, double x) {
  const Sums sums = sums_at(points, weights, static_cast<long double>(bandwidth), static_cast<long double>(x));
  const long double slope = sums.first / sums.kernels;
  return {static_cast<double>(naive_log_density(points, weights, bandwidth, x)), static_cast<double>(slope),
          static_cast<double>(sums.second / sums.kernels - slope * slope)};
}

}  // namespace biotropy::sicamm
