// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "baselines/baselines.hpp"

namespace biotropy::baselines {

SampleCounts sort_and_break(std::span<const double> x, int m, double r) {
  const auto length = static_cast<std::size_t>(m);
  SampleCounts counts;
  if (x.size() <= length) return counts;
  std::vector<std::size_t> starts(x.size() - length);
  std::iota(starts.begin(), starts.end(), std::size_t{0});
  std::sort(starts.begin(), starts.end(), [&](std::size_t a, std::size_t b) { return x[a] < x[b]; });
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const double* const one = x.data() + starts[i];
    for (std::size_t j = i + 1; j < starts.size(); ++j) {
      const double* const other = x.data() + starts[j];
      if (!(std::abs(one[0] - other[0]) <= r)) break;
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
