// SPDX-License-Identifier: Apache-2.0
#include "baselines/baselines.hpp"

#include <algorithm>
#include <numeric>

namespace biotropy::baselines {

double kruskal_wallis_h(const std::vector<double>& values, const std::vector<int>& group_of, int groups) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(static_cast<std::size_t>(groups)), sizes(static_cast<std::size_t>(groups));
  for (std::size_t place = 0; place < order.size(); ++place) {
    const auto group = static_cast<std::size_t>(group_of[order[place]]);
    ranks[group] += static_cast<double>(place + 1);
    sizes[group] += 1.0;
  }
  double sum = 0.0;
  for (std::size_t group = 0; group < ranks.size(); ++group) sum += ranks[group] * ranks[group] / sizes[group];
  const auto n = static_cast<double>(values.size());
  return 12.0 / (n * (n + 1.0)) * sum - 3.0 * (n + 1.0);
}

}  // namespace biotropy::baselines
