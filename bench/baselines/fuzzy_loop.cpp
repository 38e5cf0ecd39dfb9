// SPDX-License-Identifier: Apache-2.0
#include "baselines/baselines.hpp"

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

// Pairs of a template and, in the same series, a later one.
double memberships(std::span<const double> u, std::span<const double> v, std::size_t length, std::size_t m, double r) {
  const std::size_t templates = u.size() - m;
  const std::vector<double> rows = centred(u, templates, length), columns = centred(v, templates, length);
  double sum = 0.0;
  for (std::size_t i = 0; i < templates; ++i) {
    for (std::size_t j = u.data() == v.data() ? i + 1 : 0; j < templates; ++j) {
      double distance = 0.0;
      for (std::size_t k = 0; k < length; ++k) {
        distance = std::max(distance, std::abs(rows[i * length + k] - columns[j * length + k]));
      }
      sum += std::exp(-(distance / r) * (distance / r));
    }
  }
  return sum;
}

}  // namespace

double fuzzy_entropy_loop(std::span<const double> x, int m, double r) {
  return cross_fuzzy_entropy_loop(x, x, m, r);
}

double cross_fuzzy_entropy_loop(std::span<const double> u, std::span<const double> v, int m, double r) {
  const auto length = static_cast<std::size_t>(m);
  return std::log(memberships(u, v, length, length, r) / memberships(u, v, length + 1, length, r));
}

}  // namespace biotropy::baselines
