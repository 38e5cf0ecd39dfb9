// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/engines/strips.hpp"

#include <algorithm>
#include <array>

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

constexpr std::size_t kAtOnce = 4;

// Windows of four templates, of ranks [begin, end): the last one and the number of ranks, both with the upper bit of 16
// turned over. `last - rank` is then less than the number, in signed numbers of 16 bits, for these ranks and no others.
struct Windows16 {
  std::int16_t last[kAtOnce], size[kAtOnce];
};

// What four templates are compared with: `size` places of the strip from `begin` on, by first and third samples.
struct Candidates {
  std::uint32_t begin[kAtOnce];
  std::int32_t size[kAtOnce];
  Windows16 first, third;
};

// Ranks as the index has them that match the third samples, from the first template of a block on.
struct ThirdRuns {
  const std::uint32_t *begins, *ends;
};
// Room for those that are not the ranks of the series.
using RoomForThirds = std::array<std::uint32_t, 2 * (QueryBlock::kMost + kAtOnce)>;

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
  const std::uint32_t least = job.of_x.begins(1)[job.block.begin];
  return static_cast<std::uint32_t>(std::lower_bound(second + job.strip.begin, second + job.strip.end, least) - second);
}

using Ranks16 = hn::CappedTag<std::int16_t, StripIndex::kMostLanes>;
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
HWY_INLINE void CountFour(const StripIndex& index, const Candidates& of, const Take& take) {
  const Ranks16 d;
  const auto lanes = static_cast<std::int32_t>(hn::Lanes(d));
  const std::int16_t *firsts = index.firsts(), *thirds = index.thirds();
  auto pairs0 = hn::Zero(d), pairs1 = pairs0, pairs2 = pairs0, pairs3 = pairs0;
  auto triples0 = pairs0, triples1 = pairs0, triples2 = pairs0, triples3 = pairs0;
  const auto in_window = [&](const std::int16_t* ranks, const Windows16& windows, std::size_t k) {
    return hn::Lt(hn::Sub(hn::Set(d, windows.last[k]), hn::LoadU(d, ranks)), hn::Set(d, windows.size[k]));
  };
  const auto step = [&](std::size_t k, std::int32_t offset, Vec16& pairs, Vec16& triples) {
    const std::size_t place = of.begin[k] + static_cast<std::size_t>(offset);
    auto matched = in_window(thirds + place, of.third, k);
    if (kAtEdge) {
      const auto at_first = in_window(firsts + place, of.first, k);
      pairs = AddOnes(pairs, at_first);
      matched = hn::And(matched, at_first);
    }
    triples = AddOnes(triples, matched);
  };
  const auto last_step = [&](std::size_t k, std::int32_t offset, Vec16& pairs, Vec16& triples) {
    const std::size_t place = of.begin[k] + static_cast<std::size_t>(offset);
    auto counted = hn::FirstN(d, static_cast<std::size_t>(std::clamp(of.size[k] - offset, 0, lanes)));
    if (kAtEdge) {
      counted = hn::And(counted, in_window(firsts + place, of.first, k));
      pairs = AddOnes(pairs, counted);
    }
    triples = AddOnes(triples, hn::And(counted, in_window(thirds + place, of.third, k)));
  };
  const std::int32_t fewest = std::min(std::min(of.size[0], of.size[1]), std::min(of.size[2], of.size[3]));
  const std::int32_t most = std::max(std::max(of.size[0], of.size[1]), std::max(of.size[2], of.size[3]));
  std::int32_t offset = 0;
  for (; offset + lanes <= fewest; offset += lanes) {
    step(0, offset, pairs0, triples0);
    step(1, offset, pairs1, triples1);
    step(2, offset, pairs2, triples2);
    step(3, offset, pairs3, triples3);
  }
  for (; offset < most; offset += lanes) {
    last_step(0, offset, pairs0, triples0);
    last_step(1, offset, pairs1, triples1);
    last_step(2, offset, pairs2, triples2);
    last_step(3, offset, pairs3, triples3);
  }
  take(pairs0, pairs1, pairs2, pairs3, triples0, triples1, triples2, triples3);
}

using Seconds32 = hn::CappedTag<std::int32_t, StripIndex::kMostLanes / 2>;
#if HWY_TARGET <= HWY_AVX3
constexpr std::size_t kVectorsAhead = 1;
#else
constexpr std::size_t kVectorsAhead = 2;
#endif

// Number of the next seconds, at most StripIndex::kMostLanes / 2 or twice the lanes, that are below the rank.
HWY_INLINE std::uint32_t NextBelow(const std::int32_t* seconds, std::int32_t rank) {
  const Seconds32 d;
  const auto least = hn::Set(d, rank);
  std::size_t below = hn::CountTrue(d, hn::Lt(hn::LoadU(d, seconds), least));
  if (kVectorsAhead > 1) below += hn::CountTrue(d, hn::Lt(hn::LoadU(d, seconds + hn::Lanes(d)), least));
  return static_cast<std::uint32_t>(below);
}

// Places of the first seconds that are not below the ranks of `count` templates, up to four, which increase, as the
// places do. All are mostly near the last place of the four before, and then none waits for another one.
HWY_INLINE void Advance(const std::int32_t* seconds, const std::uint32_t* ranks, std::uint32_t count,
                        std::uint32_t& place, std::uint32_t* places) {
  const auto reach = static_cast<std::uint32_t>(kVectorsAhead * hn::Lanes(Seconds32()));
  const auto next_below = [&](std::size_t k) {
    return NextBelow(seconds + place, static_cast<std::int32_t>(ranks[k]));
  };
  for (std::size_t k = 0; k < kAtOnce; ++k) places[k] = place + next_below(k);
  if (places[count - 1] == place + reach) {
    for (std::size_t k = 0; k < count; ++k) {
      for (std::uint32_t below = reach; below == reach; place += below) below = next_below(k);
      places[k] = place;
    }
  }
  place = places[count - 1];
}

// Where runs of the samples of templates begin and end.
struct Runs {
  const std::uint32_t *first, *first_end, *second, *second_end, *third, *third_end;
};

using Four = hn::CappedTag<std::uint32_t, kAtOnce>;

HWY_INLINE void StoreWindows(Four d, hn::Vec<Four> begin, hn::Vec<Four> end, std::size_t k, Windows16& windows) {
  const hn::Rebind<std::uint16_t, Four> d16;
  constexpr std::uint32_t upper_bit = 0x8000;
  const auto store = [&](hn::Vec<Four> ranks, std::int16_t* of) {
    hn::StoreU(hn::TruncateTo(d16, ranks), d16, reinterpret_cast<std::uint16_t*>(of + k));
  };
  store(hn::Add(end, hn::Set(d, upper_bit - 1)), windows.last);
  store(hn::Add(hn::Sub(end, begin), hn::Set(d, upper_bit)), windows.size);
}

// Number of third samples of the strip below a rank of the series.
HWY_INLINE std::uint32_t ThirdsBelow(const StripIndex& index, std::uint32_t rank) {
  const hn::CappedTag<std::int32_t, 8> d;
  const auto least = hn::Set(d, static_cast<std::int32_t>(rank));
  std::uint32_t below = index.some_below(rank);
  for (;;) {
    const std::size_t next = hn::CountTrue(d, hn::Lt(hn::LoadU(d, index.sorted_thirds() + below), least));
    below += static_cast<std::uint32_t>(next);
    if (next < hn::Lanes(d)) return below;
  }
}

// For all of a block at once, because each waits for memory, but not for another one.
ThirdRuns RankThirds(const ScanJob& job, const Runs& runs, RoomForThirds& room) {
  const std::uint32_t *third = runs.third + job.block.begin, *third_end = runs.third_end + job.block.begin;
  if (job.index->is_direct()) return {third, third_end};
  std::uint32_t *begins = room.data(), *ends = begins + QueryBlock::kMost + kAtOnce;
  for (std::uint32_t k = 0; k < job.block.end - job.block.begin; ++k) {
    begins[k] = ThirdsBelow(*job.index, third[k]);
    ends[k] = ThirdsBelow(*job.index, third_end[k]);
  }
  return {begins, ends};
}

// Candidates of up to four templates from a place on; the others have none, whatever is read for them. `low` and `high`
// are the ends of the run of the template before.
template <bool kAtEdge>
HWY_INLINE void FindFour(const ScanJob& job, const Runs& runs, const ThirdRuns& thirds, std::uint32_t place,
                         std::uint32_t count, std::uint32_t& low, std::uint32_t& high, Candidates& of) {
  const Four d;
  std::uint32_t ends[kAtOnce];
  Advance(job.index->seconds(), runs.second + place, count, low, of.begin);
  Advance(job.index->seconds(), runs.second_end + place, count, high, ends);
  const std::uint32_t *third = thirds.begins + (place - job.block.begin),
                      *third_end = thirds.ends + (place - job.block.begin);
  const auto first_rank = hn::Set(d, job.strip.first_rank), last_rank = hn::Set(d, job.strip.last_rank);
  const auto in_strip = [&](const std::uint32_t* ranks) {
    return hn::Sub(hn::Min(hn::Max(hn::LoadU(d, ranks), first_rank), last_rank), first_rank);
  };
  for (std::uint32_t k = 0; k < kAtOnce; ++k)
    of.size[k] = k < count ? static_cast<std::int32_t>(ends[k] - of.begin[k]) : 0;
  for (std::size_t k = 0; k < kAtOnce; k += hn::Lanes(d)) {
    if (kAtEdge) {
      const std::size_t at = place + k;
      StoreWindows(d, in_strip(runs.first + at), in_strip(runs.first_end + at), k, of.first);
    }
    StoreWindows(d, hn::LoadU(d, third + k), hn::LoadU(d, third_end + k), k, of.third);
  }
}

// Leaves only candidates behind the templates themselves, the first of which is at a place of the strip.
HWY_INLINE void KeepBehind(std::uint32_t place, Candidates& of) {
  for (std::uint32_t k = 0; k < kAtOnce; ++k) {
    const std::uint32_t before = std::max(of.begin[k], place + k + 1) - of.begin[k];
    of.begin[k] += before;
    of.size[k] = std::max(0, of.size[k] - static_cast<std::int32_t>(before));
  }
}

template <bool kAtEdge>
void ScanIndexed(const ScanJob& job, ScanCounts& counts) {
  Candidates of;
  const std::size_t lengths = counts.totals.size();
  // Without third samples any runs do: what is counted of them is not used.
  const int third = lengths > 1 ? 2 : 1;
  const Runs runs{job.of_x.begins(0), job.of_x.ends(0),       job.of_x.begins(1),
                  job.of_x.ends(1),   job.of_x.begins(third), job.of_x.ends(third)};
  RoomForThirds room;
  const ThirdRuns thirds = RankThirds(job, runs, room);
  const bool in_itself = job.behind_only && job.strip.begin < job.block.end;
  const bool wants_templates = !counts.per_template.empty();
  std::uint32_t low = FirstPlace(job) - job.strip.begin, high = low;
  std::uint64_t all_inside = 0;
  auto all_pairs = hn::Zero(Sums32()), all_triples = all_pairs;
  for (std::uint32_t place = job.block.begin; place < job.block.end; place += kAtOnce) {
    const std::uint32_t count = std::min<std::uint32_t>(kAtOnce, job.block.end - place);
    FindFour<kAtEdge>(job, runs, thirds, place, count, low, high, of);
    if (in_itself) KeepBehind(place - job.strip.begin, of);
    const auto add_one = [&](std::uint32_t k, Vec16 pairs, Vec16 triples) {
      if (k >= count) return;
      const std::size_t query = place + k - job.block.begin;
      counts.per_template[0][query] += kAtEdge ? Sum(Widened(pairs)) : static_cast<std::uint32_t>(of.size[k]);
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
                           all_inside += static_cast<std::uint64_t>(of.size[0] + of.size[1] + of.size[2] + of.size[3]);
                         }
                       });
  }
  if (wants_templates) return;
  counts.totals[0] += kAtEdge ? Sum(all_pairs) : all_inside;
  if (lengths > 1) counts.totals[1] += Sum(all_triples);
}

// Third samples of the first places that are below a rank of the strip.
HWY_INLINE std::uint32_t CountedBelow(const StripIndex& index, std::size_t blocks, std::uint32_t rank) {
  constexpr std::uint32_t word_ranks = 64;
  const std::uint64_t below = (std::uint64_t{1} << rank % word_ranks) - 1;
  return index.before(blocks)[rank / word_ranks] +
         static_cast<std::uint32_t>(hwy::PopCount(index.present(blocks)[rank / word_ranks] & below));
}

// Matches of length 3 among the candidates of each template, all of which match at length 2: those of whole blocks of
// places are counted already, and those at the ends of the candidates are compared.
void ScanCounted(const ScanJob& job, ScanCounts& counts) {
  const Ranks16 d;
  const auto lanes = static_cast<std::int32_t>(hn::Lanes(d));
  constexpr auto counted = static_cast<std::int32_t>(StripIndex::kCounted);
  const StripIndex& index = *job.index;
  const Runs runs{job.of_x.begins(0), job.of_x.ends(0),   job.of_x.begins(1),
                  job.of_x.ends(1),   job.of_x.begins(2), job.of_x.ends(2)};
  RoomForThirds room;
  const ThirdRuns thirds = RankThirds(job, runs, room);
  const bool in_itself = job.behind_only && job.strip.begin < job.block.end;
  std::uint32_t low = FirstPlace(job) - job.strip.begin, high = low;
  Candidates of;
  const auto matches_in_block = [&](std::uint32_t places, std::size_t k) {  // in the first places of the last block
    const std::uint32_t begin = places / counted * counted;
    const auto last = hn::Set(d, of.third.last[k]), size = hn::Set(d, of.third.size[k]);
    auto sum = hn::Zero(d);
    for (std::int32_t offset = 0; offset < counted; offset += lanes) {
      const auto place = hn::Iota(d, static_cast<std::int16_t>(offset));
      const auto inside = hn::Lt(place, hn::Set(d, static_cast<std::int16_t>(places - begin)));
      const auto ranks = hn::LoadU(d, index.thirds() + begin + static_cast<std::uint32_t>(offset));
      sum = AddOnes(sum, hn::And(inside, hn::Lt(hn::Sub(last, ranks), size)));
    }
    return sum;
  };
  for (std::uint32_t place = job.block.begin; place < job.block.end; place += kAtOnce) {
    const std::uint32_t count = std::min<std::uint32_t>(kAtOnce, job.block.end - place);
    FindFour<false>(job, runs, thirds, place, count, low, high, of);
    if (in_itself) KeepBehind(place - job.strip.begin, of);
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::uint32_t begin = of.begin[k], end = begin + static_cast<std::uint32_t>(of.size[k]);
      const std::uint32_t third = thirds.begins[place + k - job.block.begin],
                          third_end = thirds.ends[place + k - job.block.begin];
      const auto at_ends = hn::Sub(matches_in_block(end, k), matches_in_block(begin, k));
      const std::uint32_t matched = CountedBelow(index, end / counted, third_end) -
                                    CountedBelow(index, end / counted, third) -
                                    CountedBelow(index, begin / counted, third_end) +
                                    CountedBelow(index, begin / counted, third) + Sum(Widened(at_ends));
      if (counts.per_template.empty()) {
        counts.totals[0] += end - begin;
        counts.totals[1] += matched;
      } else {
        counts.per_template[0][place + k - job.block.begin] += end - begin;
        counts.per_template[1][place + k - job.block.begin] += matched;
      }
    }
  }
}

// A sample of one template: ranks of the candidates, and the run that it matches.
struct Compared {
  const std::uint32_t *ranks, *begins, *ends;  // of all templates
  std::uint32_t begin, width;                  // of the one
};

// Candidates [begin, end) of one template at the lengths 2 ... longest, one test after the other; inside, their first
// samples match for certain. `found` has one counter per length.
void CountOneByOne(const std::vector<Compared>& samples, std::size_t begin, std::size_t end, bool inside,
                   std::uint64_t* found) {
  const Ranks32 d;
  if (inside) found[0] += end - begin;
  if (inside && samples.size() == 2) return;
  const auto in_run = [&](const Compared& sample, std::size_t place) {
    return InRun(d, sample.ranks, place, hn::Set(d, sample.begin), hn::Set(d, sample.width));
  };
  for (std::size_t place = begin; place < end; place += hn::Lanes(d)) {
    auto matched = hn::FirstN(d, end - place);
    if (!inside) {
      matched = hn::And(matched, in_run(samples[0], place));
      found[0] += hn::CountTrue(d, matched);
    }
    for (std::size_t k = 2; k < samples.size(); ++k) {
      matched = hn::And(matched, in_run(samples[k], place));
      if (hn::AllFalse(d, matched)) break;
      found[k - 1] += hn::CountTrue(d, matched);
    }
  }
}

// Without an index, and for templates of more than three samples, of which few candidates are left.
void ScanOneByOne(const ScanJob& job, ScanCounts& counts) {
  std::vector<Compared> samples;
  for (int k = 0; k < job.of_x.longest(); ++k) {
    samples.push_back({job.of_y.ranks(k), job.of_x.begins(k), job.of_x.ends(k), 0, 0});
  }
  std::vector<std::uint64_t> of_one(counts.totals.size());
  std::uint32_t low = FirstPlace(job), high = low;
  for (std::uint32_t query = job.block.begin; query < job.block.end; ++query) {
    const std::uint32_t least = samples[1].begins[query], beyond = samples[1].ends[query];
    if (least == beyond) continue;
    low = FirstAtLeast(samples[1].ranks, low, job.strip.end, least);
    high = FirstAtLeast(samples[1].ranks, high, job.strip.end, beyond);
    const std::uint32_t window = samples[0].begins[query], window_end = samples[0].ends[query];
    if (window_end <= job.strip.first_rank || window >= job.strip.last_rank) continue;
    const std::uint32_t begin = job.behind_only ? std::max(low, query + 1) : low;
    if (begin >= high) continue;
    for (Compared& sample : samples) {
      sample.begin = sample.begins[query];
      sample.width = sample.ends[query] - sample.begin;
    }
    const bool inside = window <= job.strip.first_rank && job.strip.last_rank <= window_end;
    if (counts.per_template.empty()) {
      CountOneByOne(samples, begin, high, inside, counts.totals.data());
      continue;
    }
    std::fill(of_one.begin(), of_one.end(), 0);
    CountOneByOne(samples, begin, high, inside, of_one.data());
    for (std::size_t length = 0; length < of_one.size(); ++length) {
      counts.per_template[length][query - job.block.begin] += static_cast<std::uint32_t>(of_one[length]);
    }
  }
}

void ScanStrip(const ScanJob& job, ScanCounts& counts) {
  // Four counts of a lane are added in 16 bits: without vectors they would not fit.
  constexpr std::size_t fewest_lanes = 4 * Strip::kMostRanks / 0x8000 + 1;
  if (job.index == nullptr || job.of_x.longest() > 3 || hn::Lanes(Ranks16()) < fewest_lanes) {
    return ScanOneByOne(job, counts);
  }
  const bool inside = job.block.all.begin <= job.strip.first_rank && job.strip.last_rank <= job.block.all.end;
  if (!inside) return ScanIndexed<true>(job, counts);
  job.index->is_counted() ? ScanCounted(job, counts) : ScanIndexed<false>(job, counts);
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
