// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/strips.hpp"

namespace biotropy::match {

TemplateStrips::TemplateStrips(const RankSpace& space, Samples y, double strip_width, std::size_t templates,
                               const TemplateSet& set, int longest, int tau) {
  const auto step = static_cast<std::size_t>(tau);
  cut(space, y, strip_width);
  std::vector<std::uint32_t> strip_of_rank(space.times.size());
  for (std::uint32_t s = 0; s < strips_.size(); ++s) {
    for (std::uint32_t rank = strips_[s].first_rank; rank < strips_[s].last_rank; ++rank) strip_of_rank[rank] = s;
  }
  // Counting sort by strip: second samples are met in increasing order, so each strip receives them in that order.
  const auto for_each_template = [&](auto visit) {
    for (const std::uint32_t second : space.times) {
      const std::uint32_t first = second - static_cast<std::uint32_t>(step);
      if (second < step || first >= templates || space.ranks[first] == RankSpace::kNowhere) continue;
      if (set.contains(first)) visit(first, strip_of_rank[space.ranks[first]]);
    }
  };
  for_each_template([&](std::uint32_t, std::uint32_t strip) { ++strips_[strip].end; });
  std::uint32_t place = 0;
  for (Strip& strip : strips_) {
    const std::uint32_t size = strip.end;
    strip.begin = strip.end = place;
    place += size;
  }
  times_.resize(place);
  for_each_template([&](std::uint32_t time, std::uint32_t strip) { times_[strips_[strip].end++] = time; });

  ranks_.resize(static_cast<std::size_t>(longest));
  for (std::size_t k = 0; k < ranks_.size(); ++k) {
    ranks_[k].assign(place + kVectorPadding, RankSpace::kNowhere);
    for (std::size_t t = 0; t < place; ++t) {
      const std::size_t sample = times_[t] + k * step;
      if (sample < space.ranks.size()) ranks_[k][t] = space.ranks[sample];
    }
  }
}

void TemplateStrips::cut(const RankSpace& space, Samples y, double strip_width) {
  for (std::uint32_t rank = 0; rank < space.times.size();) {
    const double first = y[space.times[rank]];
    Strip strip;
    strip.first_rank = rank;
    // Equal samples stay together, whatever the width.
    while (rank < space.times.size() && (y[space.times[rank]] - first <= strip_width || y[space.times[rank]] == first))
      ++rank;
    strip.last_rank = rank;
    strips_.push_back(strip);
  }
}

}  // namespace biotropy::match
