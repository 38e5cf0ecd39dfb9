// SPDX-License-Identifier: Apache-2.0
#include "naive_entropy.hpp"

#include <cmath>

namespace biotropy::entropy {

namespace {

bool close(const std::vector<double>& x, const std::vector<double>& y, int i, int j, int length, int tau, double r) {
  double distance = 0.0;
  for (int k = 0; k < length; ++k) {
    distance = std::max(distance,
                        std::abs(x[static_cast<std::size_t>(i + k * tau)] - y[static_cast<std::size_t>(j + k * tau)]));
  }
  return distance <= r;
}

int count(const std::vector<double>& x, const std::vector<double>& y, int i, int length, int tau, double r,
          int partners) {
  int found = 0;
  for (int j = 0; j < partners; ++j) found += close(x, y, i, j, length, tau, r) ? 1 : 0;
  return found;
}

double phi(const std::vector<double>& x, int length, int tau, double r) {
  const int templates = static_cast<int>(x.size()) - (length - 1) * tau;
  double sum = 0.0;
  for (int i = 0; i < templates; ++i) {
    sum += std::log(static_cast<double>(count(x, x, i, length, tau, r, templates)) / templates);
  }
  return sum / templates;
}

}  // namespace

double naive_apen(const std::vector<double>& x, int m, int tau, double r) {
  return phi(x, m, tau, r) - phi(x, m + 1, tau, r);
}

double naive_sampen(const std::vector<double>& x, int m, int tau, double r) {
  const int templates = static_cast<int>(x.size()) - m * tau;
  double b = 0.0, a = 0.0;
  for (int i = 0; i < templates; ++i) {
    for (int j = 0; j < templates; ++j) {
      if (i == j) continue;
      b += close(x, x, i, j, m, tau, r) ? 1 : 0;
      a += close(x, x, i, j, m + 1, tau, r) ? 1 : 0;
    }
  }
  return -std::log(a / b);
}

double naive_cross_apen(const std::vector<double>& u, const std::vector<double>& v, int m, int tau, double r,
                        Bias bias) {
  const int n_m = static_cast<int>(u.size()) - (m - 1) * tau, n_m1 = n_m - tau;
  const int partners_m = static_cast<int>(v.size()) - (m - 1) * tau, partners_m1 = partners_m - tau;
  double phi_m = 0.0, phi_m1 = 0.0;
  for (int i = 0; i < n_m; ++i) {
    double c_m = static_cast<double>(count(u, v, i, m, tau, r, partners_m)) / partners_m;
    double c_m1 = i < n_m1 ? static_cast<double>(count(u, v, i, m + 1, tau, r, partners_m1)) / partners_m1 : 1.0;
    const bool none_m = c_m == 0.0, none_m1 = c_m1 == 0.0;
    if (bias != Bias::none && none_m) c_m = 1.0;
    if (bias == Bias::zero && none_m1) c_m1 = none_m ? 1.0 : 1.0 / partners_m1;
    if (bias == Bias::max && none_m1) c_m1 = 1.0 / partners_m;
    phi_m += std::log(c_m) / n_m;
    if (i < n_m1) phi_m1 += std::log(c_m1) / n_m1;
  }
  return phi_m - phi_m1;
}

double naive_cross_sampen(const std::vector<double>& u, const std::vector<double>& v, int m, int tau, double r) {
  double b = 0.0, a = 0.0;
  for (int i = 0; i < static_cast<int>(u.size()) - m * tau; ++i) {
    for (int j = 0; j < static_cast<int>(v.size()) - m * tau; ++j) {
      b += close(u, v, i, j, m, tau, r) ? 1 : 0;
      a += close(u, v, i, j, m + 1, tau, r) ? 1 : 0;
    }
  }
  return -std::log(a / b);
}

double naive_fuzzyen(const std::vector<double>& u, const std::vector<double>& v, int m, int tau, double r, double n,
                     bool local) {
  const auto value = [&](const std::vector<double>& x, int i, int k, int length) {
    long double mean = 0.0L;
    for (int l = 0; l < length; ++l) mean += x[static_cast<std::size_t>(i + l * tau)];
    return x[static_cast<std::size_t>(i + k * tau)] - (local ? mean / length : 0.0L);
  };
  const int of_u = static_cast<int>(u.size()) - m * tau, of_v = static_cast<int>(v.size()) - m * tau;
  long double sums[2] = {0.0L, 0.0L};
  for (int i = 0; i < of_u; ++i) {
    for (int j = 0; j < of_v; ++j) {
      if (&u == &v && i == j) continue;
      for (int longer = 0; longer < 2; ++longer) {
        long double distance = 0.0L;
        for (int k = 0; k < m + longer; ++k) {
          distance = std::max(distance, std::abs(value(u, i, k, m + longer) - value(v, j, k, m + longer)));
        }
        sums[longer] += std::exp(-std::pow(distance / r, static_cast<long double>(n)));
      }
    }
  }
  return static_cast<double>(std::log(sums[0] / sums[1]));
}

}  // namespace biotropy::entropy
