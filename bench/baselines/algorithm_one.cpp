// SPDX-License-Identifier: Apache-2.0
#include "baselines/baselines.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

namespace biotropy::baselines {

namespace {

double phi(const std::vector<double>& correlation) {
  double sum = 0.0;
  for (const double c : correlation) sum += std::log(c);
  return sum / static_cast<double>(correlation.size());
}

// Converts counts to correlation sums; bias max applies without matches (Martinez-Zarzuela et al. 2013, section 2.1).
double cross_apen(const std::vector<int>& n_m, const std::vector<int>& n_m1) {
  std::vector<double> c_m(n_m.size()), c_m1(n_m1.size());
  const auto templates_m = static_cast<double>(n_m.size()), templates_m1 = static_cast<double>(n_m1.size());
  for (std::size_t i = 0; i < n_m.size(); ++i) c_m[i] = n_m[i] > 0 ? n_m[i] / templates_m : 1.0;
  for (std::size_t i = 0; i < n_m1.size(); ++i) c_m1[i] = n_m1[i] > 0 ? n_m1[i] / templates_m1 : 1.0 / templates_m;
  return phi(c_m) - phi(c_m1);
}

std::vector<int> count_basic(std::span<const double> u, std::span<const double> v, std::size_t length, double r) {
  const std::size_t templates = u.size() - length + 1;
  std::vector<int> counts(templates);
  for (std::size_t i = 0; i < templates; ++i) {
    for (std::size_t j = 0; j < templates; ++j) {
      double distance = 0.0;
      for (std::size_t k = 0; k < length; ++k) {
        const double d = std::abs(u[i + k] - v[j + k]);
        if (d > distance) distance = d;
      }
      if (distance <= r) ++counts[i];
    }
  }
  return counts;
}

// Counts of one template at both lengths; comparisons are added as numbers.
struct Both {
  std::int32_t m, m1;
};

__attribute__((target_clones("avx512f", "avx2", "default"))) Both count_one(const double* u, const double* v,
                                                                            std::size_t templates, double r) {
  Both counts{0, 0};
  const double u0 = u[0], u1 = u[1];
  for (std::size_t j = 0; j < templates; ++j) {
    const std::int32_t first = std::abs(u0 - v[j]) <= r ? 1 : 0, second = std::abs(u1 - v[j + 1]) <= r ? 1 : 0;
    counts.m += first;
    counts.m1 += first & second;
  }
  return counts;
}

__attribute__((target_clones("avx512f", "avx2", "default"))) Both count_two(const double* u, const double* v,
                                                                            std::size_t templates, double r) {
  Both counts{0, 0};
  const double u0 = u[0], u1 = u[1], u2 = u[2];
  for (std::size_t j = 0; j < templates; ++j) {
    const std::int32_t first = std::abs(u0 - v[j]) <= r ? 1 : 0, second = std::abs(u1 - v[j + 1]) <= r ? 1 : 0;
    const std::int32_t third = std::abs(u2 - v[j + 2]) <= r ? 1 : 0, both = first & second;
    counts.m += both;
    counts.m1 += both & third;
  }
  return counts;
}

// The last template of length m has no continuation and is compared separately, as are all templates with it.
int count_last(std::span<const double> u, std::span<const double> v, std::size_t i, std::size_t j, int m, double r) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(m); ++k) {
    if (!(std::abs(u[i + k] - v[j + k]) <= r)) return 0;
  }
  return 1;
}

}  // namespace

double cross_apen_basic(std::span<const double> u, std::span<const double> v, int m, double r) {
  const auto length = static_cast<std::size_t>(m);
  return cross_apen(count_basic(u, v, length, r), count_basic(u, v, length + 1, r));
}

double cross_apen_merged(std::span<const double> u, std::span<const double> v, int m, double r) {
  const auto length = static_cast<std::size_t>(m);
  const std::size_t templates = u.size() - length + 1;
  std::vector<int> n_m(templates), n_m1(templates - 1);
  for (std::size_t i = 0; i < templates; ++i) {
    for (std::size_t j = 0; j < templates; ++j) {
      double distance = 0.0;
      for (std::size_t k = 0; k < length; ++k) {
        const double d = std::abs(u[i + k] - v[j + k]);
        if (d > distance) distance = d;
      }
      if (distance <= r) ++n_m[i];
      if (i + length >= u.size() || j + length >= v.size()) continue;
      const double d = std::abs(u[i + length] - v[j + length]);
      if (d > distance) distance = d;
      if (distance <= r) ++n_m1[i];
    }
  }
  return cross_apen(n_m, n_m1);
}

double cross_apen_branch_free(std::span<const double> u, std::span<const double> v, int m, double r) {
  const std::size_t templates = u.size() - static_cast<std::size_t>(m) + 1;
  std::vector<int> n_m(templates), n_m1(templates - 1);
  for (std::size_t i = 0; i + 1 < templates; ++i) {
    const Both counts =
        m == 1 ? count_one(&u[i], v.data(), templates - 1, r) : count_two(&u[i], v.data(), templates - 1, r);
    n_m[i] = counts.m + count_last(u, v, i, templates - 1, m, r);
    n_m1[i] = counts.m1;
  }
  for (std::size_t j = 0; j < templates; ++j) n_m[templates - 1] += count_last(u, v, templates - 1, j, m, r);
  return cross_apen(n_m, n_m1);
}

}  // namespace biotropy::baselines
