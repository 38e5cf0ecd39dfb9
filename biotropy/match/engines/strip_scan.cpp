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

// Candidates of one template: places [begin, end) of the strip, and whether their first sample matches for certain.
struct Candidates {
  std::uint32_t begin, end;
  bool inside;
};

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

// Number of ranks of the places [begin, end) that lie in one run: the innermost loop for long series.
HWY_INLINE std::uint64_t CountInRun(const std::uint32_t* ranks, std::size_t begin, std::size_t end,
                                    std::uint32_t run_begin, std::uint32_t run_width) {
  const Ranks32 d;
  const std::size_t lanes = hn::Lanes(d);
  const auto first = hn::Set(d, run_begin), width = hn::Set(d, run_width);
  std::size_t count = 0, more = 0, place = begin;
  for (; place + 2 * lanes <= end; place += 2 * lanes) {
    count += hn::CountTrue(d, InRun(d, ranks, place, first, width));
    more += hn::CountTrue(d, InRun(d, ranks, place + lanes, first, width));
  }
  for (; place < end; place += lanes) {
    count += hn::CountTrue(d, hn::And(hn::FirstN(d, end - place), InRun(d, ranks, place, first, width)));
  }
  return count + more;
}

using Ranks16 = hn::CappedTag<std::uint16_t, StripIndex::kPadding>;

HWY_INLINE hn::Mask<Ranks16> InRun16(Ranks16 d, const std::uint16_t* ranks, hn::Vec<Ranks16> begin,
                                     hn::Vec<Ranks16> width) {
  return hn::Lt(hn::Sub(hn::LoadU(d, ranks), begin), width);
}

HWY_INLINE hn::Vec<Ranks16> Set16(Ranks16 d, std::uint32_t rank) {
  return hn::Set(d, static_cast<std::uint16_t>(rank));
}

// CountInRun with ranks of the strip.
HWY_INLINE std::uint64_t CountIndexed(const StripIndex& index, std::size_t begin, std::size_t end, std::uint32_t third,
                                      std::uint32_t third_end) {
  const Ranks16 d;
  const std::size_t lanes = hn::Lanes(d);
  const std::uint32_t below = index.below(third);
  const auto first = Set16(d, below), width = Set16(d, index.below(third_end) - below);
  const std::uint16_t* ranks = index.thirds();
  std::size_t count = 0, place = begin;
  for (; place + lanes <= end; place += lanes) {
    count += hn::CountTrue(d, InRun16(d, ranks + place, first, width));
  }
  if (place == end) return count;
  const auto in_run = InRun16(d, ranks + place, first, width);
  return count + hn::CountTrue(d, hn::And(hn::FirstN(d, end - place), in_run));
}

// CountIndexed for a strip at the edge of the window.
HWY_INLINE void CountIndexedAtEdge(const QueryBlock& block, std::size_t query, const Strip& strip,
                                   const StripIndex& index, std::size_t begin, std::size_t end, std::uint64_t* found) {
  const Ranks16 d;
  const std::uint32_t window = std::max(block.begins[0][query], strip.first_rank);
  const std::uint32_t window_end = std::min(block.begins[0][query] + block.widths[0][query], strip.last_rank);
  const auto first = Set16(d, window - strip.first_rank), first_width = Set16(d, window_end - window);
  const std::uint32_t below = index.below(block.begins[2][query]);
  const auto third = Set16(d, below);
  const auto third_width = Set16(d, index.below(block.begins[2][query] + block.widths[2][query]) - below);
  std::size_t pairs = 0, triples = 0;
  for (std::size_t place = begin; place < end; place += hn::Lanes(d)) {
    const auto counted = hn::FirstN(d, end - place);
    const auto at_two = hn::And(counted, InRun16(d, index.firsts() + place, first, first_width));
    pairs += hn::CountTrue(d, at_two);
    triples += hn::CountTrue(d, hn::And(at_two, InRun16(d, index.thirds() + place, third, third_width)));
  }
  found[0] += pairs;
  found[1] += triples;
}

// CountInRun for a strip at the edge of the window, where the first sample must be tested too.
HWY_INLINE void CountAtEdge(const QueryBlock& block, std::size_t query, const TemplateStrips& templates,
                            Candidates candidates, std::uint64_t* found) {
  const Ranks32 d;
  const auto first = hn::Set(d, block.begins[0][query]), first_width = hn::Set(d, block.widths[0][query]);
  const auto third = hn::Set(d, block.begins[2][query]), third_width = hn::Set(d, block.widths[2][query]);
  const std::uint32_t *first_ranks = templates.ranks(0), *third_ranks = templates.ranks(2);
  std::size_t pairs = 0, triples = 0;
  for (std::size_t place = candidates.begin; place < candidates.end; place += hn::Lanes(d)) {
    const auto counted = hn::FirstN(d, candidates.end - place);
    const auto at_two = hn::And(counted, InRun(d, first_ranks, place, first, first_width));
    pairs += hn::CountTrue(d, at_two);
    triples += hn::CountTrue(d, hn::And(at_two, InRun(d, third_ranks, place, third, third_width)));
  }
  found[0] += pairs;
  found[1] += triples;
}

// Lengths beyond 3, where few candidates are left: one test after the other.
void CountOneByOne(const QueryBlock& block, std::size_t query, const TemplateStrips& templates, Candidates candidates,
                   std::uint64_t* found) {
  const Ranks32 d;
  const int longest = static_cast<int>(block.begins.size());
  const auto in_run = [&](int k, std::size_t place) {
    const auto index = static_cast<std::size_t>(k);
    return InRun(d, templates.ranks(k), place, hn::Set(d, block.begins[index][query]),
                 hn::Set(d, block.widths[index][query]));
  };
  for (std::size_t place = candidates.begin; place < candidates.end; place += hn::Lanes(d)) {
    auto matched = hn::FirstN(d, candidates.end - place);
    if (!candidates.inside) {
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

// Candidates of one template at the lengths 2 ... longest; `found` has one engine per length.
HWY_INLINE void CountCandidates(const QueryBlock& block, std::size_t query, const TemplateStrips& templates,
                                const Strip& strip, const StripIndex* index, Candidates candidates,
                                std::uint64_t* found) {
  constexpr std::size_t two = 2, three = 3;
  const std::size_t longest = block.begins.size();
  if (candidates.inside) found[0] += candidates.end - candidates.begin;
  if (candidates.inside && longest == two) return;
  if (longest == three && index != nullptr) {
    const std::size_t begin = candidates.begin - strip.begin, end = candidates.end - strip.begin;
    if (!candidates.inside) return CountIndexedAtEdge(block, query, strip, *index, begin, end, found);
    const std::uint32_t third = block.begins[2][query];
    found[1] += CountIndexed(*index, begin, end, third, third + block.widths[2][query]);
    return;
  }
  if (longest == three) {
    if (!candidates.inside) return CountAtEdge(block, query, templates, candidates, found);
    found[1] += CountInRun(templates.ranks(2), candidates.begin, candidates.end, block.begins[2][query],
                           block.widths[2][query]);
    return;
  }
  CountOneByOne(block, query, templates, candidates, found);
}

void ScanStrip(const QueryBlock& block, const TemplateStrips& templates, const Strip& strip, const StripIndex* index,
               bool behind_only, ScanCounts& counts) {
  const std::uint32_t* second = templates.ranks(1);
  const std::uint32_t *first_begins = block.begins[0].data(), *first_widths = block.widths[0].data();
  const std::uint32_t *second_begins = block.begins[1].data(), *second_widths = block.widths[1].data();
  const std::size_t n_lengths = block.begins.size() - 1;
  std::vector<std::uint64_t> of_one(n_lengths);
  const std::uint32_t* start =
      std::lower_bound(second + strip.begin, second + strip.end, block.size > 0 ? second_begins[0] : 0);
  auto low = static_cast<std::uint32_t>(start - second), high = low;
  for (std::size_t query = 0; query < block.size; ++query) {
    const std::uint32_t least = second_begins[query], beyond = least + second_widths[query];
    if (beyond == least) continue;
    low = FirstAtLeast(second, low, strip.end, least);
    high = FirstAtLeast(second, high, strip.end, beyond);
    const std::uint32_t window = first_begins[query], window_end = window + first_widths[query];
    if (window_end <= strip.first_rank || window >= strip.last_rank) continue;
    Candidates candidates{low, high, window <= strip.first_rank && strip.last_rank <= window_end};
    if (behind_only) candidates.begin = std::max(low, block.first_place + static_cast<std::uint32_t>(query) + 1);
    if (candidates.begin >= candidates.end) continue;
    if (counts.per_template.empty()) {
      CountCandidates(block, query, templates, strip, index, candidates, counts.totals.data());
      continue;
    }
    std::fill(of_one.begin(), of_one.end(), 0);
    CountCandidates(block, query, templates, strip, index, candidates, of_one.data());
    for (std::size_t length = 0; length < n_lengths; ++length) {
      counts.per_template[length][query] += static_cast<std::uint32_t>(of_one[length]);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(ScanStrip);

void scan_strip(const QueryBlock& block, const TemplateStrips& templates, const Strip& strip, const StripIndex* index,
                bool behind_only, ScanCounts& counts) {
  HWY_DYNAMIC_DISPATCH(ScanStrip)(block, templates, strip, index, behind_only, counts);
}

}  // namespace biotropy::match

#endif  // HWY_ONCE
