// SPDX-License-Identifier: Apache-2.0
//
// Entropies from their definitions, double loops over every pair of templates, to test simulated signals.
#pragma once

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

namespace biotropy::simulate::naive {

using Series = std::vector<double>;

inline double mean(const Series& x) {
  return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
}

inline double sd(const Series& x) {
  const double centre = mean(x);
  double sum = 0.0;
  for (const double sample : x) sum += (sample - centre) * (sample - centre);
  return std::sqrt(sum / static_cast<double>(x.size() - 1));
}

inline Series z_score(const Series& x) {
  const double centre = mean(x), scale = sd(x);
  Series result;
  for (const double sample : x) result.push_back((sample - centre) / scale);
  return result;
}

inline bool match(const Series& x, const Series& y, std::size_t i, std::size_t j, std::size_t length, double r) {
  for (std::size_t k = 0; k < length; ++k) {
    if (std::abs(x[i + k] - y[j + k]) > r) return false;
  }
  return true;
}

/// SampEn (Richman and Moorman 2000) with r in units of the SD.
inline double sample_entropy(const Series& x, std::size_t m, double r_in_sd) {
  const double r = r_in_sd * sd(x);
  std::uint64_t at_m = 0, at_m1 = 0;
  for (std::size_t i = 0; i + m < x.size(); ++i) {
    for (std::size_t j = i + 1; j + m < x.size(); ++j) {
      if (!match(x, x, i, j, m, r)) continue;
      ++at_m;
      at_m1 += std::abs(x[i + m] - x[j + m]) <= r;
    }
  }
  return -std::log(static_cast<double>(at_m1) / static_cast<double>(at_m));
}

/// Cross-ApEn(v || u) of Martinez-Zarzuela et al. 2013, equations 1 to 6, with bias max: templates of u searched in v,
/// both z-scored.
inline double cross_apen(const Series& u, const Series& v, std::size_t m, double r) {
  const Series x = z_score(u), y = z_score(v);
  double phi[2] = {};
  for (std::size_t extra = 0; extra < 2; ++extra) {
    const std::size_t templates = x.size() - m - extra + 1;
    for (std::size_t i = 0; i < templates; ++i) {
      std::uint64_t matches = 0;
      for (std::size_t j = 0; j < templates; ++j) matches += match(x, y, i, j, m + extra, r);
      const double without_match = extra == 0 ? 1.0 : 1.0 / static_cast<double>(x.size() - m + 1);
      phi[extra] +=
          std::log(matches > 0 ? static_cast<double>(matches) / static_cast<double>(templates) : without_match);
    }
    phi[extra] /= static_cast<double>(templates);
  }
  return phi[0] - phi[1];
}

}  // namespace biotropy::simulate::naive
