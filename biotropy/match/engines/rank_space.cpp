// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/engines/rank_space.hpp"

#include <array>
#include <optional>
#include <utility>

#include "biotropy/match/engines/argsort.hpp"
#include "biotropy/threads.hpp"

// Compiled once per instruction set; see Highway on foreach_target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/match/engines/rank_space.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

#ifndef BIOTROPY_MATCH_RANK_SPACE
#define BIOTROPY_MATCH_RANK_SPACE

namespace biotropy::match {

// Each step of a walk waits for the one before, so several go side by side.
constexpr std::size_t kWalks = 4;

struct WalksJob {
  std::span<const double> of, in;
  double reach;
  std::array<PlaceRun, kWalks> starts;  // runs of the first value of each walk
  std::span<PlaceRun> runs;
};

}  // namespace biotropy::match

#endif  // BIOTROPY_MATCH_RANK_SPACE

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// First place from here on that is below the run of a value (or, at its end, reached) no more. The number of steps is
// unpredictable, so a few places are compared at once, and what holds is counted.
template <bool kAtEnd>
HWY_INLINE std::size_t Passed(const WalksJob& job, std::size_t place, double value) {
  constexpr std::size_t at_once = HWY_TARGET <= HWY_AVX3 ? 8 : 4;
  const hn::CappedTag<double, at_once> d;
  const auto values = hn::Set(d, value), reach = hn::Set(d, job.reach);
  while (place + at_once <= job.in.size()) {
    std::size_t count = 0;
    for (std::size_t k = 0; k < at_once; k += hn::Lanes(d)) {
      const auto sorted = hn::LoadU(d, job.in.data() + place + k);
      count +=
          hn::CountTrue(d, kAtEnd ? hn::Le(hn::Sub(sorted, values), reach) : hn::Gt(hn::Sub(values, sorted), reach));
    }
    place += count;
    if (count < at_once) return place;
  }
  const auto passes = [&](double sorted) { return kAtEnd ? sorted - value <= job.reach : value - sorted > job.reach; };
  while (place < job.in.size() && passes(job.in[place])) ++place;
  return place;
}

void WalkRuns(const WalksJob& job) {
  const std::size_t each = job.of.size() / kWalks;
  std::size_t begins[kWalks], ends[kWalks];
  for (std::size_t w = 0; w < kWalks; ++w) begins[w] = job.starts[w].begin, ends[w] = job.starts[w].end;
  const auto step = [&](std::size_t w, std::size_t k) {
    PlaceRun& run = job.runs[k];
    begins[w] = Passed<false>(job, begins[w], job.of[k]);
    run.begin = static_cast<std::uint32_t>(begins[w]);
    ends[w] = Passed<true>(job, ends[w], job.of[k]);
    run.end = static_cast<std::uint32_t>(std::max(begins[w], ends[w]));
  };
  for (std::size_t k = 0; k < each; ++k) {
    for (std::size_t w = 0; w < kWalks; ++w) step(w, w * each + k);
  }
  for (std::size_t k = kWalks * each; k < job.of.size(); ++k) step(kWalks - 1, k);
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(WalkRuns);

namespace {

constexpr std::size_t kWorthAThread = 16384;

void walk_side_by_side(std::span<const double> of, std::span<const double> in, double r, Boundary boundary,
                       std::span<PlaceRun> runs) {
  std::array<PlaceRun, kWalks> starts;
  for (std::size_t w = 0; w < kWalks && of.size() >= kWalks; ++w) {
    RunWalk walk(in, r, boundary);
    const double first = of[w * (of.size() / kWalks)];
    walk.seek(first);
    starts[w] = walk.next(first);
  }
  HWY_DYNAMIC_DISPATCH(WalkRuns)({of, in, greatest_match(r, boundary), starts, runs});
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

#endif  // HWY_ONCE
