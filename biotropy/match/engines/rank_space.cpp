// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/engines/rank_space.hpp"

#include <array>
#include <optional>
#include <utility>

#include "biotropy/match/engines/argsort.hpp"
#include "biotropy/pieces.hpp"

namespace biotropy::match {

namespace {

constexpr std::size_t kWorthAThread = 16384;

// Each step of a walk waits for the one before, so several go side by side.
constexpr std::size_t kWalks = 4;

void walk_side_by_side(std::span<const double> of, std::span<const double> in, double r, Boundary boundary,
                       std::span<PlaceRun> runs) {
  const std::size_t each = of.size() / kWalks;
  std::array<RunWalk, kWalks> walks{RunWalk(in, r, boundary), RunWalk(in, r, boundary), RunWalk(in, r, boundary),
                                    RunWalk(in, r, boundary)};
  if (each > 0) {
    for (std::size_t w = 0; w < kWalks; ++w) walks[w].seek(of[w * each]);
  }
  for (std::size_t k = 0; k < each; ++k) {
    for (std::size_t w = 0; w < kWalks; ++w) runs[w * each + k] = walks[w].next(of[w * each + k]);
  }
  for (std::size_t k = kWalks * each; k < of.size(); ++k) runs[k] = walks.back().next(of[k]);
}

}  // namespace

SortedSamples::SortedSamples(Samples samples) : times(argsort(samples)), values(times.size()) {
  for_each_piece({times.size(), kWorthAThread}, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) values[k] = samples[times[k]];
  });
}

SampleRuns runs_among(const SortedSamples& x, const SortedSamples& y, double r, Boundary boundary) {
  SampleRuns runs(x.size());
  for_each_piece({x.size(), kWorthAThread}, [&](std::size_t, std::size_t begin, std::size_t end) {
    walk_side_by_side(std::span(x.values).subspan(begin, end - begin), y.values, r, boundary,
                      std::span(runs).subspan(begin, end - begin));
  });
  return runs;
}

RankSpace::RankSpace(Samples x, Samples y, double r, Boundary boundary) : ranks(y.size(), kNowhere), runs(x.size()) {
  const bool same = x.data() == y.data() && x.size() == y.size();
  SortedSamples sorted_y(y);
  const std::optional<SortedSamples> other = same ? std::nullopt : std::optional<SortedSamples>(x);
  const SortedSamples& sorted_x = same ? sorted_y : *other;
  const SampleRuns by_rank = runs_among(sorted_x, sorted_y, r, boundary);
  for (std::size_t k = 0; k < sorted_x.size(); ++k) runs[sorted_x.times[k]] = by_rank[k];
  for (std::size_t k = 0; k < sorted_y.size(); ++k) ranks[sorted_y.times[k]] = static_cast<std::uint32_t>(k);
  times = std::move(sorted_y.times);
}

}  // namespace biotropy::match
