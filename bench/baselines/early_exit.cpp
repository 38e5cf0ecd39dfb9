// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "baselines/baselines.hpp"

namespace biotropy::baselines {

SampleCounts early_exit(std::span<const double> x, int m, double r, std::size_t step) {
  const auto length = static_cast<std::size_t>(m);
  SampleCounts counts;
  if (x.size() <= length) return counts;
  const std::size_t templates = x.size() - length;
  for (std::size_t i = 0; i < templates; i += step) {
    for (std::size_t j = i + 1; j < templates; ++j) {
      std::size_t k = 0;
      while (k < length && std::abs(x[i + k] - x[j + k]) <= r) ++k;
      if (k < length) continue;
      ++counts.b;
      if (std::abs(x[i + length] - x[j + length]) <= r) ++counts.a;
    }
  }
  return counts;
}

SampleCounts early_exit_apen(std::span<const double> x, int m, double r, std::size_t step) {
  const auto length = static_cast<std::size_t>(m);
  SampleCounts counts;
  if (x.size() < length) return counts;
  const std::size_t templates = x.size() - length + 1;
  for (std::size_t i = 0; i < templates; i += step) {
    for (std::size_t j = 0; j < templates; ++j) {
      std::size_t k = 0;
      while (k < length && std::abs(x[i + k] - x[j + k]) <= r) ++k;
      if (k < length) continue;
      ++counts.b;
      if (i + length < x.size() && j + length < x.size() && std::abs(x[i + length] - x[j + length]) <= r) ++counts.a;
    }
  }
  return counts;
}

}  // namespace biotropy::baselines
