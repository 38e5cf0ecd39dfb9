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
  begins.assign(x.size(), 0);
  ends.assign(x.size(), 0);
  std::size_t begin = 0, end = 0;
  for (const std::uint32_t time : order_x) {
    const double value = x[time];
    while (begin < sorted.size() && sorted[begin] < value && !matches(value, sorted[begin], r, boundary)) ++begin;
    end = end < begin ? begin : end;
    while (end < sorted.size() && (sorted[end] < value || matches(value, sorted[end], r, boundary))) ++end;
    // Where nothing matches (r = 0 and open, say) the walk has passed smaller samples only.
    const bool any = begin < end && matches(value, sorted[begin], r, boundary);
    begins[time] = static_cast<std::uint32_t>(begin);
    ends[time] = static_cast<std::uint32_t>(any ? end : begin);
  }
}

}  // namespace biotropy::match
