// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/engines/strips.hpp"

#include <algorithm>
#include <utility>

#include "biotropy/pieces.hpp"

namespace biotropy::match {

namespace {

constexpr std::size_t kWorthAThread = 16384;

}  // namespace

TemplateStrips::TemplateStrips(const RankSpace& space, Samples y, double strip_width, std::size_t templates,
                               const TemplateSet& set, int longest, int tau) {
  cut(space, y, strip_width);
  arrange(space, templates, set, static_cast<std::uint32_t>(tau));
  ranks_.resize(static_cast<std::size_t>(longest));
  for (std::size_t k = 0; k < ranks_.size(); ++k) {
    ranks_[k].assign(times_.size() + kVectorPadding, RankSpace::kNowhere);
    for_each_piece({times_.size(), kWorthAThread}, [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t place = begin; place < end; ++place) {
        const std::size_t sample = times_[place] + k * static_cast<std::size_t>(tau);
        if (sample < space.ranks.size()) ranks_[k][place] = space.ranks[sample];
      }
    });
  }
}

void TemplateStrips::cut(const RankSpace& space, Samples y, double strip_width) {
  const auto n = static_cast<std::uint32_t>(space.times.size());
  const auto at = [&](std::uint32_t rank) { return y[space.times[rank]]; };
  for (Strip strip; strip.last_rank < n; strips_.push_back(strip)) {
    strip.first_rank = strip.last_rank;
    const double first = at(strip.first_rank);
    // Equal samples stay in one strip, whatever the width.
    const auto belongs = [&](std::uint32_t rank) { return at(rank) - first <= strip_width || at(rank) == first; };
    std::uint32_t inside = strip.first_rank, step = 1;
    while (step < n - inside && belongs(inside + step)) inside += step, step *= 2;
    std::uint32_t beyond = step < n - inside ? inside + step : n;
    while (beyond - inside > 1) {
      const std::uint32_t middle = inside + (beyond - inside) / 2;
      (belongs(middle) ? inside : beyond) = middle;
    }
    strip.last_rank = beyond;
  }
}

// Counting sort by strip: second samples are read in increasing order, so each strip is filled in that order. Every
// piece of the templates has its own places in each strip.
void TemplateStrips::arrange(const RankSpace& space, std::size_t templates, const TemplateSet& set, std::uint32_t tau) {
  std::vector<std::uint32_t> strip_of_rank(space.times.size());
  for_each_piece({strips_.size(), 1}, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t s = begin; s < end; ++s) {
      std::fill(strip_of_rank.begin() + strips_[s].first_rank, strip_of_rank.begin() + strips_[s].last_rank,
                static_cast<std::uint32_t>(s));
    }
  });
  // Each piece counts for every strip, which is too slow if strips are about as many as templates.
  constexpr std::size_t templates_for_a_strip = 16;
  const Pieces pieces(space.times.size(), std::max(kWorthAThread, templates_for_a_strip * strips_.size()));
  // Strip of each template, by the rank of its second sample; kNowhere if there is no sample before.
  std::vector<std::uint32_t> strip_of_second(space.times.size());
  std::vector<std::vector<std::uint32_t>> starts(pieces.size(), std::vector<std::uint32_t>(strips_.size(), 0));
  for_each_piece(pieces, [&](std::size_t piece, std::size_t begin, std::size_t end) {
    for (std::size_t rank = begin; rank < end; ++rank) {
      const std::uint32_t second = space.times[rank], first = second - tau;
      const bool is_template =
          second >= tau && first < templates && space.ranks[first] != RankSpace::kNowhere && set.contains(first);
      strip_of_second[rank] = is_template ? strip_of_rank[space.ranks[first]] : RankSpace::kNowhere;
      if (is_template) ++starts[piece][strip_of_second[rank]];
    }
  });
  std::uint32_t place = 0;
  for (std::size_t s = 0; s < strips_.size(); ++s) {
    strips_[s].begin = place;
    for (auto& of_piece : starts) place += std::exchange(of_piece[s], place);
    strips_[s].end = place;
  }
  times_.resize(place);
  for_each_piece(pieces, [&](std::size_t piece, std::size_t begin, std::size_t end) {
    for (std::size_t rank = begin; rank < end; ++rank) {
      if (strip_of_second[rank] == RankSpace::kNowhere) continue;
      times_[starts[piece][strip_of_second[rank]]++] = space.times[rank] - tau;
    }
  });
}

}  // namespace biotropy::match
