// SPDX-License-Identifier: Apache-2.0
#include "baselines/fuzzy_loop.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace biotropy::baselines {

namespace {

std::vector<double> centred(std::span<const double> x, std::size_t templates, std::size_t length) {
  std::vector<double> result;
  for (std::size_t i = 0; i < templates; ++i) {
    double mean = 0.0;
    for (std::size_t k = 0; k < length; ++k) mean += x[i + k];
    mean /= static_cast<double>(length);
    for (std::size_t k = 0; k < length; ++k) result.push_back(x[i + k] - mean);
  }
  return result;
}

double memberships(std::span<const double> x, std::size_t templates, std::size_t length, double r) {
  const std::vector<double> rows = centred(x, templates, length);
  double sum = 0.0;
  for (std::size_t i = 0; i < templates; ++i) {
    for (std::size_t j = i + 1; j < templates; ++j) {
      double distance = 0.0;
      for (std::size_t k = 0; k < length; ++k) {
        distance = std::max(distance, std::abs(rows[i * length + k] - rows[j * length + k]));
      }
      sum += std::exp(-(distance / r) * (distance / r));
    }
  }
  return sum;
}

}  // namespace

double fuzzy_entropy_loop(std::span<const double> x, int m, double r) {
  const auto length = static_cast<std::size_t>(m);
  const std::size_t templates = x.size() - length;
  return std::log(memberships(x, templates, length, r) / memberships(x, templates, length + 1, r));
}

}  // namespace biotropy::baselines
