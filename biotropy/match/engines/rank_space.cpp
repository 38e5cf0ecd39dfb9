// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/engines/rank_space.hpp"

#include "biotropy/match/engines/argsort.hpp"
#include "biotropy/pieces.hpp"

namespace biotropy::match {

namespace {

constexpr std::size_t kWorthAThread = 16384;

// Place of each of n samples in the order. One thread only: two would write to the same cache lines and take longer.
std::vector<std::uint32_t> ranks_in(std::span<const std::uint32_t> order, std::size_t n) {
  std::vector<std::uint32_t> ranks(n, RankSpace::kNowhere);
  for (std::size_t k = 0; k < order.size(); ++k) ranks[order[k]] = static_cast<std::uint32_t>(k);
  return ranks;
}

}  // namespace

RankSpace::RankSpace(Samples x, Samples y, double r, Boundary boundary) : times(argsort(y)) {
  const bool same = x.data() == y.data() && x.size() == y.size();
  const std::vector<std::uint32_t> other = same ? std::vector<std::uint32_t>() : argsort(x);
  const std::vector<std::uint32_t>& order_x = same ? times : other;
  ranks = ranks_in(times, y.size());
  const std::vector<std::uint32_t> other_ranks = same ? std::vector<std::uint32_t>() : ranks_in(order_x, x.size());
  const std::vector<std::uint32_t>& ranks_x = same ? ranks : other_ranks;

  std::vector<double> sorted(times.size());
  for_each_piece({times.size(), kWorthAThread}, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) sorted[k] = y[times[k]];
  });
  std::vector<PlaceRun> by_rank(order_x.size());
  for_each_piece({order_x.size(), kWorthAThread}, [&](std::size_t, std::size_t begin, std::size_t end) {
    RunWalk walk(sorted, r, boundary);
    if (begin > 0 && begin < end) walk.seek(x[order_x[begin]]);
    for (std::size_t k = begin; k < end; ++k) by_rank[k] = walk.next(same ? sorted[k] : x[order_x[k]]);
  });
  runs.resize(x.size());
  for_each_piece({x.size(), kWorthAThread}, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (ranks_x[i] != kNowhere) runs[i] = by_rank[ranks_x[i]];
    }
  });
}

}  // namespace biotropy::match
