// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <vector>

#include "baselines/baselines.hpp"

namespace biotropy::baselines {

SampleCounts run_lengths(std::span<const double> x, int m, double r) {
  const auto length = static_cast<std::size_t>(m);
  SampleCounts counts;
  if (x.size() <= length) return counts;
  // Lengths of the runs of matches that end at (i, j), for one i and for the one before.
  std::vector<std::size_t> last(x.size() + 1, 0), runs(x.size() + 1, 0);
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    for (std::size_t j = i + 1; j < x.size(); ++j) {
      runs[j + 1] = std::abs(x[i] - x[j]) <= r ? last[j] + 1 : 0;
      if (runs[j + 1] >= length && j + 1 < x.size()) ++counts.b;
      if (runs[j + 1] > length) ++counts.a;
    }
    last.swap(runs);
  }
  return counts;
}

}  // namespace biotropy::baselines
