// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/engines/strip_scan.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/match/engines/strip_scan.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

#ifndef BIOTROPY_MATCH_SCAN_JOB
#define BIOTROPY_MATCH_SCAN_JOB

namespace biotropy::match {

struct ScanJob {
  const TemplateStrips &of_x, &of_y;
  const QueryBlock& block;
  const Strip& strip;
  const StripIndex* index;
  bool behind_only;
};

// Ranks [begin, end) of a strip, as the last one and their number, both with the upper bit turned over: `last - rank`
// is then less than the number, in signed numbers of 16 bits, for these ranks and no others.
struct Window16 {
  Window16() = default;
  Window16(std::uint32_t begin, std::uint32_t end)
      : last(static_cast<std::int16_t>(end - 1 + kUpperBit)),
        size(static_cast<std::int16_t>(end - begin + kUpperBit)) {}

  static constexpr std::uint32_t kUpperBit = 0x8000;
  std::int16_t last = 0, size = INT16_MIN;  // empty
};

// What a template is compared with: `size` places of the strip from `begin` on, by its windows of first and third
// samples.
struct Candidates {
  std::uint32_t begin = 0;
  std::int32_t size = 0;
  Window16 first, third;
};

constexpr std::size_t kAtOnce = 4;

}  // namespace biotropy::match

#endif

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Ranks32 = hn::CappedTag<std::uint32_t, 16>;

// Mask of the ranks from `place` on that lie in [begin, begin + width): one subtraction and one comparison, because the
// difference wraps around below the run.
HWY_INLINE hn::Mask<Ranks32> InRun(Ranks32 d, const std::uint32_t* ranks, std::size_t place, hn::Vec<Ranks32> begin,
                                   hn::Vec<Ranks32> width) {
  return hn::Lt(hn::Sub(hn::LoadU(d, ranks + place), begin), width);
}

// First place from `place` on whose rank is at least `rank`, or `end`. Ranks increase up to `end`, and the place is
// rarely more than a vector away: one comparison, no branch.
HWY_INLINE std::uint32_t FirstAtLeast(const std::uint32_t* ranks, std::uint32_t place, std::uint32_t end,
                                      std::uint32_t rank) {
  const Ranks32 d;
  const auto least = hn::Set(d, rank);
  while (place < end) {
    const auto first = hn::FindFirstTrue(d, hn::Not(hn::Lt(hn::LoadU(d, ranks + place), least)));
    if (first >= 0) return std::min(end, place + static_cast<std::uint32_t>(first));
    place += static_cast<std::uint32_t>(hn::Lanes(d));
  }
  return end;
}

// Place in the strip where the run of the first template of the block can begin.
std::uint32_t FirstPlace(const ScanJob& job) {
  const std::uint32_t* second = job.of_y.ranks(1);
  const std::uint32_t least = job.of_x.run(1, job.block.begin).begin;
  return static_cast<std::uint32_t>(std::lower_bound(second + job.strip.begin, second + job.strip.end, least) - second);
}

using Ranks16 = hn::CappedTag<std::int16_t, StripIndex::kPadding>;
using Vec16 = hn::Vec<Ranks16>;
using Sums32 = hn::Repartition<std::int32_t, Ranks16>;

// Adds one to the lanes of the mask: one instruction where a mask has a register of its own, and where it is a vector.
HWY_INLINE Vec16 AddOnes(Vec16 count, hn::Mask<Ranks16> mask) {
  const Ranks16 d;
#if HWY_TARGET <= HWY_AVX3
  return hn::IfThenElse(mask, hn::Add(count, hn::Set(d, 1)), count);
#else
  return hn::Sub(count, hn::VecFromMask(d, mask));
#endif
}

// Sums of lanes, none of which reaches 2^15.
HWY_INLINE hn::Vec<Sums32> Widened(Vec16 counts) {
  const Sums32 d;
  auto odd = hn::Zero(d);
  const auto even = hn::ReorderWidenMulAccumulate(d, counts, hn::Set(Ranks16(), 1), hn::Zero(d), odd);
  return hn::Add(even, odd);
}

HWY_INLINE std::uint32_t Sum(hn::Vec<Sums32> counts) {
  return static_cast<std::uint32_t>(hn::GetLane(hn::SumOfLanes(Sums32(), counts)));
}

// Matches of four templates, passed to `take` by lanes: at length 2, only at the edge of the windows of first samples
// (elsewhere all candidates match), and at length 3. All four take as many steps as the one with the most candidates:
// the number cannot be predicted, and so is one number for the four.
template <bool kAtEdge, class Take>
HWY_INLINE void CountFour(const StripIndex& index, const Candidates* of, const Take& take) {
  const Ranks16 d;
  const auto lanes = static_cast<std::int32_t>(hn::Lanes(d));
  auto pairs0 = hn::Zero(d), pairs1 = pairs0, pairs2 = pairs0, pairs3 = pairs0;
  auto triples0 = pairs0, triples1 = pairs0, triples2 = pairs0, triples3 = pairs0;
  const auto in_window = [&](const std::int16_t* ranks, Window16 window) {
    return hn::Lt(hn::Sub(hn::Set(d, window.last), hn::LoadU(d, ranks)), hn::Set(d, window.size));
  };
  const auto step = [&](const Candidates& one, std::int32_t offset, Vec16& pairs, Vec16& triples) {
    const std::size_t place = one.begin + static_cast<std::size_t>(offset);
    auto matched = in_window(index.thirds() + place, one.third);
    if (kAtEdge) {
      const auto at_first = in_window(index.firsts() + place, one.first);
      pairs = AddOnes(pairs, at_first);
      matched = hn::And(matched, at_first);
    }
    triples = AddOnes(triples, matched);
  };
  const auto last_step = [&](const Candidates& one, std::int32_t offset, Vec16& pairs, Vec16& triples) {
    const std::size_t place = one.begin + static_cast<std::size_t>(offset);
    auto counted = hn::FirstN(d, static_cast<std::size_t>(std::clamp(one.size - offset, 0, lanes)));
    if (kAtEdge) {
      counted = hn::And(counted, in_window(index.firsts() + place, one.first));
      pairs = AddOnes(pairs, counted);
    }
    triples = AddOnes(triples, hn::And(counted, in_window(index.thirds() + place, one.third)));
  };
  const std::int32_t fewest = std::min(std::min(of[0].size, of[1].size), std::min(of[2].size, of[3].size));
  const std::int32_t most = std::max(std::max(of[0].size, of[1].size), std::max(of[2].size, of[3].size));
  std::int32_t offset = 0;
  for (; offset + lanes <= fewest; offset += lanes) {
    step(of[0], offset, pairs0, triples0);
    step(of[1], offset, pairs1, triples1);
    step(of[2], offset, pairs2, triples2);
    step(of[3], offset, pairs3, triples3);
  }
  for (; offset < most; offset += lanes) {
    last_step(of[0], offset, pairs0, triples0);
    last_step(of[1], offset, pairs1, triples1);
    last_step(of[2], offset, pairs2, triples2);
    last_step(of[3], offset, pairs3, triples3);
  }
  take(pairs0, pairs1, pairs2, pairs3, triples0, triples1, triples2, triples3);
}

using Seconds32 = hn::CappedTag<std::int32_t, StripIndex::kPadding / 2>;
#if HWY_TARGET <= HWY_AVX3
constexpr std::size_t kVectorsAhead = 1;
#else
constexpr std::size_t kVectorsAhead = 2;
#endif

// Number of the next seconds, at most StripIndex::kPadding / 2 or twice the lanes, that are below the rank.
HWY_INLINE std::uint32_t NextBelow(const std::int32_t* seconds, std::int32_t rank) {
  const Seconds32 d;
  const auto least = hn::Set(d, rank);
  std::size_t below = hn::CountTrue(d, hn::Lt(hn::LoadU(d, seconds), least));
  if (kVectorsAhead > 1) below += hn::CountTrue(d, hn::Lt(hn::LoadU(d, seconds + hn::Lanes(d)), least));
  return static_cast<std::uint32_t>(below);
}

// Places of the first seconds that are not below four ranks, which increase, as the places do. All are mostly near the
// last place of the four before, and then none waits for another one.
HWY_INLINE void Advance(const std::int32_t* seconds, const std::int32_t* ranks, std::uint32_t& place,
                        std::uint32_t* places) {
  const auto reach = static_cast<std::uint32_t>(kVectorsAhead * hn::Lanes(Seconds32()));
  for (std::size_t k = 0; k < kAtOnce; ++k) places[k] = place + NextBelow(seconds + place, ranks[k]);
  if (places[kAtOnce - 1] == place + reach) {
    for (std::size_t k = 0; k < kAtOnce; ++k) {
      for (std::uint32_t below = reach; below == reach; place += below) below = NextBelow(seconds + place, ranks[k]);
      places[k] = place;
    }
  }
  place = places[kAtOnce - 1];
}

// Candidates of the templates of the block from a place on, at most four; the others have none. `low` and `high` are
// the ends of the run of the template before.
template <bool kAtEdge>
HWY_INLINE void FindFour(const ScanJob& job, std::uint32_t place, std::uint32_t& low, std::uint32_t& high,
                         Candidates* of) {
  const TemplateStrips& of_x = job.of_x;
  const Strip& strip = job.strip;
  std::uint32_t lows[kAtOnce], highs[kAtOnce];
  std::int32_t begins[kAtOnce], ends[kAtOnce];
  for (std::uint32_t k = 0; k < kAtOnce; ++k) {
    const std::uint32_t query = std::min(place + k, job.block.end - 1);
    const PlaceRun second = of_x.run(1, query);
    begins[k] = static_cast<std::int32_t>(second.begin);
    ends[k] = static_cast<std::int32_t>(second.end);
  }
  Advance(job.index->seconds(), begins, low, lows);
  Advance(job.index->seconds(), ends, high, highs);
  for (std::uint32_t k = 0; k < kAtOnce; ++k) {
    const std::uint32_t query = std::min(place + k, job.block.end - 1);
    of[k].begin = job.behind_only ? std::max(lows[k] + strip.begin, query + 1) - strip.begin : lows[k];
    of[k].size = place + k < job.block.end ? static_cast<std::int32_t>(highs[k] - of[k].begin) : 0;
    of[k].size = std::max(of[k].size, 0);
    if (kAtEdge) {
      const auto in_strip = [&](std::uint32_t rank) {
        return std::clamp(rank, strip.first_rank, strip.last_rank) - strip.first_rank;
      };
      const PlaceRun first = of_x.run(0, query);
      of[k].first = {in_strip(first.begin), in_strip(first.end)};
    }
    if (of_x.longest() < 3) continue;
    const PlaceRun third = of_x.run(2, query);
    of[k].third = {job.index->below(third.begin), job.index->below(third.end)};
  }
}

template <bool kAtEdge>
void ScanIndexed(const ScanJob& job, ScanCounts& counts) {
  Candidates of[kAtOnce];
  std::uint32_t low = FirstPlace(job) - job.strip.begin, high = low;
  std::uint64_t all_inside = 0;
  auto all_pairs = hn::Zero(Sums32()), all_triples = all_pairs;
  const bool wants_templates = !counts.per_template.empty();
  const std::size_t lengths = counts.totals.size();
  for (std::uint32_t place = job.block.begin; place < job.block.end; place += kAtOnce) {
    FindFour<kAtEdge>(job, place, low, high, of);
    const auto add_one = [&](std::size_t k, Vec16 pairs, Vec16 triples) {
      const std::size_t query = place + k - job.block.begin;
      if (place + k >= job.block.end) return;
      counts.per_template[0][query] += kAtEdge ? Sum(Widened(pairs)) : static_cast<std::uint32_t>(of[k].size);
      if (lengths > 1) counts.per_template[1][query] += Sum(Widened(triples));
    };
    CountFour<kAtEdge>(*job.index, of,
                       [&](Vec16 pairs0, Vec16 pairs1, Vec16 pairs2, Vec16 pairs3, Vec16 triples0, Vec16 triples1,
                           Vec16 triples2, Vec16 triples3) {
                         if (wants_templates) {
                           add_one(0, pairs0, triples0);
                           add_one(1, pairs1, triples1);
                           add_one(2, pairs2, triples2);
                           add_one(3, pairs3, triples3);
                           return;
                         }
                         all_triples = hn::Add(
                             all_triples, Widened(hn::Add(hn::Add(triples0, triples1), hn::Add(triples2, triples3))));
                         if (kAtEdge) {
                           all_pairs =
                               hn::Add(all_pairs, Widened(hn::Add(hn::Add(pairs0, pairs1), hn::Add(pairs2, pairs3))));
                         } else {
                           for (const Candidates& one : of) all_inside += static_cast<std::uint64_t>(one.size);
                         }
                       });
  }
  if (wants_templates) return;
  counts.totals[0] += kAtEdge ? Sum(all_pairs) : all_inside;
  if (lengths > 1) counts.totals[1] += Sum(all_triples);
}

// Candidates [begin, end) of one template at the lengths 2 ... longest, one test after the other; inside, their first
// samples match for certain. `found` has one counter per length.
void CountOneByOne(const ScanJob& job, std::uint32_t query, std::size_t begin, std::size_t end, bool inside,
                   std::uint64_t* found) {
  const Ranks32 d;
  const int longest = job.of_x.longest();
  if (inside) found[0] += end - begin;
  if (inside && longest == 2) return;
  const auto in_run = [&](int k, std::size_t place) {
    const PlaceRun run = job.of_x.run(k, query);
    return InRun(d, job.of_y.ranks(k), place, hn::Set(d, run.begin), hn::Set(d, run.end - run.begin));
  };
  for (std::size_t place = begin; place < end; place += hn::Lanes(d)) {
    auto matched = hn::FirstN(d, end - place);
    if (!inside) {
      matched = hn::And(matched, in_run(0, place));
      found[0] += hn::CountTrue(d, matched);
    }
    for (int k = 2; k < longest; ++k) {
      matched = hn::And(matched, in_run(k, place));
      if (hn::AllFalse(d, matched)) break;
      found[k - 1] += hn::CountTrue(d, matched);
    }
  }
}

// Without an index, and for templates of more than three samples, of which few candidates are left.
void ScanOneByOne(const ScanJob& job, ScanCounts& counts) {
  const std::uint32_t* second = job.of_y.ranks(1);
  std::vector<std::uint64_t> of_one(counts.totals.size());
  std::uint32_t low = FirstPlace(job), high = low;
  for (std::uint32_t query = job.block.begin; query < job.block.end; ++query) {
    const PlaceRun first_run = job.of_x.run(0, query), second_run = job.of_x.run(1, query);
    if (second_run.begin == second_run.end) continue;
    low = FirstAtLeast(second, low, job.strip.end, second_run.begin);
    high = FirstAtLeast(second, high, job.strip.end, second_run.end);
    if (first_run.end <= job.strip.first_rank || first_run.begin >= job.strip.last_rank) continue;
    const std::uint32_t begin = job.behind_only ? std::max(low, query + 1) : low;
    if (begin >= high) continue;
    const bool inside = first_run.begin <= job.strip.first_rank && job.strip.last_rank <= first_run.end;
    if (counts.per_template.empty()) {
      CountOneByOne(job, query, begin, high, inside, counts.totals.data());
      continue;
    }
    std::fill(of_one.begin(), of_one.end(), 0);
    CountOneByOne(job, query, begin, high, inside, of_one.data());
    for (std::size_t length = 0; length < of_one.size(); ++length) {
      counts.per_template[length][query - job.block.begin] += static_cast<std::uint32_t>(of_one[length]);
    }
  }
}

void ScanStrip(const ScanJob& job, ScanCounts& counts) {
  if (job.index == nullptr || job.of_x.longest() > 3) return ScanOneByOne(job, counts);
  const bool inside = job.block.all.begin <= job.strip.first_rank && job.strip.last_rank <= job.block.all.end;
  inside ? ScanIndexed<false>(job, counts) : ScanIndexed<true>(job, counts);
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(ScanStrip);

QueryBlock::QueryBlock(const TemplateStrips& of_x, const Strip& strip, std::uint32_t begin_place,
                       std::uint32_t end_place)
    : begin(begin_place), end(end_place) {
  const PlaceRun least = of_x.run_of(strip.first_rank), greatest = of_x.run_of(strip.last_rank - 1);
  any = {least.begin, greatest.end};
  all = {greatest.begin, least.end};
}

void scan_strip(const TemplateStrips& of_x, const QueryBlock& block, const TemplateStrips& of_y, const Strip& strip,
                const StripIndex* index, bool behind_only, ScanCounts& counts) {
  HWY_DYNAMIC_DISPATCH(ScanStrip)({of_x, of_y, block, strip, index, behind_only}, counts);
}

}  // namespace biotropy::match

#endif  // HWY_ONCE
