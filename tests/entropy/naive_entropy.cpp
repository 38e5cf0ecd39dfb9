// SPDX-License-Identifier: Apache-2.0
#include "naive_entropy.hpp"

#include <cmath>
#include <limits>

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

}  // namespace biotropy::entropy
