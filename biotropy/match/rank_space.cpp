// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/rank_space.hpp"

#include "biotropy/match/argsort.hpp"

namespace biotropy::match {

RankSpace::RankSpace(Samples x, Samples y, double r, Boundary boundary) {
  times = argsort(y);
  const bool same = x.data() == y.data() && x.size() == y.size();
  const std::vector<std::uint32_t> other = same ? std::vector<std::uint32_t>() : argsort(x);
  const std::vector<std::uint32_t>& order_x = same ? times : other;

  std::vector<double> sorted(times.size());
  ranks.assign(y.size(), kNowhere);
  for (std::size_t k = 0; k < times.size(); ++k) {
    sorted[k] = y[times[k]];
    ranks[times[k]] = static_cast<std::uint32_t>(k);
  }
  runs.resize(x.size());
  RunWalk walk(sorted, r, boundary);
  for (std::size_t k = 0; k < order_x.size(); ++k) runs[order_x[k]] = walk.next(same ? sorted[k] : x[order_x[k]]);
}

}  // namespace biotropy::match
