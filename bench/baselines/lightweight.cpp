// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "baselines/baselines.hpp"

namespace biotropy::baselines {

SampleCounts lightweight(std::span<const double> x, int m, double r) {
  const auto length = static_cast<std::size_t>(m);
  SampleCounts counts;
  if (x.size() <= length) return counts;
  std::vector<std::size_t> starts(x.size() - length);
  std::iota(starts.begin(), starts.end(), std::size_t{0});
  std::sort(starts.begin(), starts.end(), [&](std::size_t a, std::size_t b) { return x[a] < x[b]; });
  const std::size_t size = length + 1;
  std::vector<double> templates, firsts;
  for (const std::size_t start : starts) {
    for (std::size_t k = 0; k < size; ++k) templates.push_back(x[start + k]);
    firsts.push_back(x[start]);
  }
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const double* const one = &templates[i * size];
    const auto beyond = std::partition_point(firsts.begin() + static_cast<std::ptrdiff_t>(i), firsts.end(),
                                             [&](double first) { return std::abs(one[0] - first) <= r; });
    const auto end = static_cast<std::size_t>(beyond - firsts.begin());
    for (std::size_t j = i + 1; j < end; ++j) {
      const double* const other = &templates[j * size];
      std::size_t k = 1;
      while (k < length && std::abs(one[k] - other[k]) <= r) ++k;
      if (k < length) continue;
      ++counts.b;
      if (std::abs(one[length] - other[length]) <= r) ++counts.a;
    }
  }
  return counts;
}

}  // namespace biotropy::baselines
