// SPDX-License-Identifier: Apache-2.0
//
// Counts of short series. The range of the samples is cut into strips as wide as the tolerance, and each strip by the
// templates' second samples into cells. Templates are put in the order of their cells, which takes a count and no
// comparison, so what a template may match is one run of its own strip and one of each neighbour. Runs are compared by
// vectors, as integers of 16 bits (narrow_samples.hpp); a vector with a pair in doubt is compared as doubles. A series
// with itself needs half of the pairs: those with later templates of this order.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "biotropy/aligned.hpp"
#include "biotropy/match/engines.hpp"
#include "biotropy/match/engines/narrow_samples.hpp"
#include "biotropy/match/exclusion.hpp"

// Compiled once per instruction set; see Highway on foreach_target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/match/engines/cells.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

#ifndef BIOTROPY_MATCH_CELLS
#define BIOTROPY_MATCH_CELLS

namespace biotropy::match {

constexpr std::size_t kMostLanes = 32;  // of a vector

// Templates of the shortest length by their cells.
struct Cells {
  std::size_t strips, bins;
  std::uint32_t per_strip;  // 2^-16 strips for each step
  int bin_shift;
  std::int32_t reach;                    // steps to the furthest integer that may match
  std::vector<std::uint32_t> first;      // place of the first template of each cell; a strip of none behind the last
  UnfilledVector<std::uint32_t> starts;  // of the templates, by place
  UnfilledVector<std::uint16_t> low_bins, high_bins;  // with second samples that may match, by place
  // Samples of the templates, by place: the first ones, `stride` further the second ones ...
  UnfilledVector<std::int16_t> samples;
  std::size_t stride;

  std::size_t strip(std::int16_t sample) const { return static_cast<std::uint32_t>(sample) * per_strip >> 16; }
  std::size_t bin(std::int32_t sample) const {
    return static_cast<std::size_t>(std::clamp<std::int32_t>(sample, 0, INT16_MAX) >> bin_shift);
  }
  /// The first and the last bin with second samples that may match.
  std::pair<std::size_t, std::size_t> bins_near(std::int32_t sample) const {
    return {bin(sample - reach), bin(sample + reach)};
  }
};

struct CellsJob {
  const Cells& cells;  // of y
  const NarrowSamples& narrow;
  Samples x, y;
  double greatest;  // distance that matches
  std::size_t tau;
  std::span<const std::size_t> lengths;
  const std::int16_t* samples;         // of x, with room for the longest template; null: pairs of x are counted once
  std::uint16_t* sums;                 // kMostLanes by length, for any number of lengths
  std::uint16_t* counts;               // by length and place, `stride` apart, of pairs that are counted once; or null
  std::uint64_t *settled, *totals;     // zeros by length
  std::uint32_t* const* per_template;  // by length, or null
  const std::size_t* templates;        // of x, by length
};

}  // namespace biotropy::match

#endif  // BIOTROPY_MATCH_CELLS

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Narrows = hn::CappedTag<std::int16_t, kMostLanes>;
using Counts16 = hn::RebindToUnsigned<Narrows>;

// No sample of the first n lanes is above a match, and none of the others matches: from kFirstLanes + kMostLanes - n
// on.
alignas(64) constexpr auto kFirstLanes = [] {
  std::array<std::int16_t, 2 * kMostLanes> lanes{};
  for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i] = i < kMostLanes ? INT16_MIN : INT16_MAX;
  return lanes;
}();

HWY_INLINE std::uint64_t Total(hn::Vec<Counts16> counts) {
#if HWY_TARGET == HWY_SCALAR
  return hn::GetLane(counts);
#else
  const hn::Repartition<std::uint32_t, Counts16> d;
  const auto pairs = hn::BitCast(d, counts);
  return hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::ShiftRight<16>(pairs), hn::And(pairs, hn::Set(d, 0xffff)))));
#endif
}

// What one template after the other matches. @param kLongest samples of the longest template, if the only other length
// is one less; otherwise 0. @param kBoth a match also counts for the other template.
template <std::size_t kLongest, bool kBoth>
class Matches {
 public:
  explicit Matches(const CellsJob& job) : job_(job) {
    for (std::size_t position = 0; position < lengths(); ++position) Keep(position, hn::Zero(du_));
  }

  std::size_t lengths() const { return kLongest > 0 ? 2 : job_.lengths.size(); }

  /// Adds the matches of a template of x at the places from begin to end. Its samples are `step` apart.
  HWY_INLINE void Add(std::size_t start, const std::int16_t* samples, std::size_t step, std::size_t begin,
                      std::size_t end) {
    const auto sure = hn::Set(d_, job_.narrow.sure);
    const auto doubt = hn::Set(du_, job_.narrow.doubt);
    const std::size_t stride = job_.cells.stride;
    const std::int16_t* const of_y = job_.cells.samples.data();
    hn::Vec<Narrows> of_x[kLongest > 0 ? kLongest : 1];
    for (std::size_t k = 0; k < kLongest; ++k) of_x[k] = hn::Set(d_, samples[k * step]);
    for (; begin < end; begin += hn::Lanes(d_)) {
      // How far the furthest of the first samples are above a match, and whether that is in doubt at a length.
      auto above = hn::LoadU(d_, kFirstLanes.data() + kMostLanes - std::min(end - begin, kMostLanes));
      auto least = hn::Not(hn::Zero(du_));
      for (std::size_t position = 0, k = 0; position < lengths(); ++position) {
        for (; k < Length(position); ++k) {
          const auto sample = kLongest > 0 ? of_x[k % std::size(of_x)] : hn::Set(d_, samples[k * step]);
          const auto difference = hn::SaturatedSub(sample, hn::LoadU(d_, of_y + k * stride + begin));
          above = hn::Max(above, hn::Sub(hn::Abs(difference), sure));
        }
        least = hn::Min(least, hn::BitCast(du_, above));
        const auto minus_one = hn::BitCast(du_, hn::BroadcastSignBit(above));
        Keep(position, hn::Sub(Kept(position), minus_one));
        if constexpr (kBoth) {
          std::uint16_t* const of_places = job_.counts + position * stride + begin;
          hn::StoreU(hn::Sub(hn::LoadU(du_, of_places), minus_one), du_, of_places);
        }
      }
      if (HWY_UNLIKELY(!hn::AllFalse(du_, hn::Lt(least, doubt)))) Settle(job_, start, samples, step, begin, least);
    }
  }

  /// Matches of a length since the last call.
  HWY_INLINE std::uint64_t Take(std::size_t position) {
    const std::uint64_t total = Total(Kept(position)) + std::exchange(job_.settled[position], 0);
    Keep(position, hn::Zero(du_));
    return total;
  }

  /// Adds the matches of every length since the last call.
  HWY_INLINE void TakeAll(std::uint64_t* totals) {
    for (std::size_t position = 0; position < lengths(); ++position) totals[position] += Take(position);
  }

 private:
  std::size_t Length(std::size_t position) const {
    return kLongest > 0 ? kLongest - 1 + position : job_.lengths[position];
  }

  HWY_INLINE hn::Vec<Counts16> Kept(std::size_t position) const {
    if constexpr (kLongest > 0) {
      return position == 0 ? shorter_ : longer_;
    } else {
      return hn::LoadU(du_, job_.sums + position * kMostLanes);
    }
  }

  HWY_INLINE void Keep(std::size_t position, hn::Vec<Counts16> sum) {
    if constexpr (kLongest > 0) {
      (position == 0 ? shorter_ : longer_) = sum;
    } else {
      hn::StoreU(sum, du_, job_.sums + position * kMostLanes);
    }
  }

  // Adds the matches with places from `place` on that integers leave in doubt.
  static HWY_NOINLINE void Settle(const CellsJob& job, std::size_t i, const std::int16_t* samples, std::size_t step,
                                  std::size_t place, hn::Vec<Counts16> least) {
    const Counts16 d;
    std::uint16_t lanes[kMostLanes];
    hn::StoreU(least, d, lanes);
    for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane, ++place) {
      if (lanes[lane] >= job.narrow.doubt) continue;
      const std::size_t j = job.cells.starts[place];
      bool sure = true, matches = true;
      for (std::size_t position = 0, k = 0; position < job.lengths.size(); ++position) {
        for (; matches && k < job.lengths[position]; ++k) {
          const std::int16_t of_x = samples[k * step], of_y = job.cells.samples[k * job.cells.stride + place];
          sure = sure && std::abs(of_x - of_y) < job.narrow.sure;
          matches = of_x != NarrowSamples::kNone && of_y != NarrowSamples::kNone &&
                    std::abs(job.x[i + k * job.tau] - job.y[j + k * job.tau]) <= job.greatest;
        }
        const bool is_more = matches && !sure;
        job.settled[position] += is_more ? 1 : 0;
        if constexpr (kBoth) job.counts[position * job.cells.stride + place] += is_more ? 1 : 0;
      }
    }
  }

  const CellsJob& job_;
  Narrows d_;
  Counts16 du_;
  hn::Vec<Counts16> shorter_, longer_;
};

// Pairs of a series with itself, each once.
template <std::size_t kLongest, bool kEach>
HWY_INLINE void CountLater(const CellsJob& job) {
  const Cells& cells = job.cells;
  Matches<kLongest, kEach> matches(job);
  const std::size_t templates = cells.starts.size();
  const std::size_t most = UINT16_MAX / (templates / hn::Lanes(Narrows()) + 2);  // whose matches 16 bits count
  std::size_t since = 0;
  for (std::size_t strip = 0; strip < cells.strips; ++strip) {
    const std::uint32_t* const own = cells.first.data() + strip * cells.bins;
    const std::uint32_t* const next = own + cells.bins;
    for (std::size_t place = own[0]; place < next[0]; ++place) {
      const std::int16_t* const samples = cells.samples.data() + place;
      std::size_t low = 0, high = 0;
      if (cells.bins > 1) low = cells.low_bins[place], high = cells.high_bins[place];
      const std::size_t start = cells.starts[place];
      if (own[high + 1] == next[low]) {
        matches.Add(start, samples, cells.stride, place + 1, next[high + 1]);
      } else {
        matches.Add(start, samples, cells.stride, place + 1, own[high + 1]);
        matches.Add(start, samples, cells.stride, next[low], next[high + 1]);
      }
      if (kEach) {
        for (std::size_t position = 0; position < matches.lengths(); ++position) {
          const std::uint64_t count = 1 + job.counts[position * cells.stride + place] + matches.Take(position);
          if (start >= job.templates[position]) continue;
          job.totals[position] += count;
          job.per_template[position][start] = static_cast<std::uint32_t>(count);
        }
      } else if (++since >= most) {
        matches.TakeAll(job.totals);
        since = 0;
      }
    }
  }
  matches.TakeAll(job.totals);
}

// Pairs of the templates of x with all of y.
template <std::size_t kLongest>
HWY_INLINE void CountAll(const CellsJob& job) {
  const Cells& cells = job.cells;
  Matches<kLongest, false> matches(job);
  for (std::size_t start = 0; start < job.templates[0]; ++start) {
    const std::int16_t* const samples = job.samples + start;
    const std::size_t strip = cells.strip(samples[0]), end = std::min(strip + 2, cells.strips);
    const std::size_t begin = strip - std::min<std::size_t>(strip, 1);
    if (cells.bins == 1) {
      matches.Add(start, samples, job.tau, cells.first[begin], cells.first[end]);
    } else {
      const auto [low, high] = cells.bins_near(samples[job.tau]);
      for (std::size_t near = begin; near < end; ++near) {
        const std::uint32_t* const bins = cells.first.data() + near * cells.bins;
        matches.Add(start, samples, job.tau, bins[low], bins[high + 1]);
      }
    }
    for (std::size_t position = 0; position < matches.lengths(); ++position) {
      const std::uint64_t count = matches.Take(position);
      if (start >= job.templates[position]) break;
      job.totals[position] += count;
      if (job.per_template != nullptr) job.per_template[position][start] = static_cast<std::uint32_t>(count);
    }
  }
}

void CountCells(const CellsJob& job) {
  const bool usual = job.lengths.size() == 2 && job.lengths[0] == 2 && job.lengths[1] == 3;
  if (job.samples != nullptr) return usual ? CountAll<3>(job) : CountAll<0>(job);
  if (job.counts != nullptr) return usual ? CountLater<3, true>(job) : CountLater<0, true>(job);
  usual ? CountLater<3, false>(job) : CountLater<0, false>(job);
}

std::size_t PlacesAtOnce() {
  return hn::Lanes(Narrows());
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(CountCells);
HWY_EXPORT(PlacesAtOnce);

namespace {

/// Beyond this length templates have too many neighbours in two samples.
constexpr std::size_t kLongestSeries = 4096;
/// Fewer templates are in no bins: strips are as fast to compare as bins are to look up.
constexpr std::size_t kFewestBinned = 400;
constexpr std::size_t kCellsForATemplate = 2;

Cells cells_of(const std::int16_t* y, std::size_t n, const NarrowSamples& narrow, const Rule& rule) {
  const std::size_t templates = template_count(rule, n, rule.lengths.front());
  const auto tau = static_cast<std::size_t>(rule.tau), longest = static_cast<std::size_t>(rule.lengths.back());
  Cells cells;
  cells.reach = narrow.sure + narrow.doubt - 1;
  cells.per_strip = 65536U / static_cast<std::uint32_t>(cells.reach + 1);
  cells.strips = cells.strip(NarrowSamples::kSteps) + 1;
  const std::size_t most_bins = std::min<std::size_t>(32768 / static_cast<std::size_t>(cells.reach),
                                                      kCellsForATemplate * templates / cells.strips);
  const bool binned = rule.lengths.front() > 1 && templates >= kFewestBinned && most_bins > 1;
  cells.bins = binned ? std::bit_floor(most_bins) : 1;
  cells.bin_shift = 15 - std::countr_zero(cells.bins);
  cells.first.resize((cells.strips + 1) * cells.bins + 2);
  const std::int16_t* const second = y + (binned ? tau : 0);
  UnfilledVector<std::uint16_t> of_template(templates);
  for (std::size_t i = 0; i < templates; ++i) {
    of_template[i] = static_cast<std::uint16_t>(cells.strip(y[i]) * cells.bins + (binned ? cells.bin(second[i]) : 0));
  }
  for (const std::uint16_t cell : of_template) ++cells.first[cell + 2U];
  std::partial_sum(cells.first.begin(), cells.first.end(), cells.first.begin());
  cells.starts.resize(templates);
  for (std::size_t i = 0; i < templates; ++i) {
    cells.starts[cells.first[of_template[i] + 1U]++] = static_cast<std::uint32_t>(i);
  }
  cells.stride = templates + kMostLanes;
  cells.samples.resize(longest * cells.stride);
  for (std::size_t k = 0; k < longest; ++k) {
    std::int16_t* const of_places = cells.samples.data() + k * cells.stride;
    const std::int16_t* const later = y + k * tau;
    for (std::size_t place = 0; place < templates; ++place) of_places[place] = later[cells.starts[place]];
    std::fill_n(of_places + templates, kMostLanes, NarrowSamples::kNone);
  }
  if (!binned) return cells;
  cells.low_bins.resize(templates);
  cells.high_bins.resize(templates);
  const auto to_bins = [seconds = cells.samples.data() + cells.stride, templates, shift = cells.bin_shift](
                           std::int32_t further, std::uint16_t* bins) {
    for (std::size_t place = 0; place < templates; ++place) {
      const std::int32_t sample = std::max(seconds[place] + further, 0);
      bins[place] = static_cast<std::uint16_t>(std::min<std::int32_t>(sample, INT16_MAX) >> shift);
    }
  };
  to_bins(-cells.reach, cells.low_bins.data());
  to_bins(cells.reach, cells.high_bins.data());
  return cells;
}

void count_cells(Samples x, Samples y, const Rule& rule, Tally& tally) {
  std::vector<std::size_t> lengths, templates;
  std::vector<std::uint32_t*> per_template;
  for (std::size_t position = 0; position < rule.lengths.size(); ++position) {
    lengths.push_back(static_cast<std::size_t>(rule.lengths[position]));
    templates.push_back(template_count(rule, x.size(), rule.lengths[position]));
    if (rule.per_template) per_template.push_back(tally.per_template(position).data());
  }
  if (templates.front() == 0 || template_count(rule, y.size(), rule.lengths.front()) == 0) return;
  const double greatest = greatest_match(rule.r, rule.boundary);
  const auto tau = static_cast<std::size_t>(rule.tau);
  const NarrowSamples narrow(x, y, greatest, (lengths.back() - 1) * tau);
  const Cells cells = cells_of(narrow.y(), y.size(), narrow, rule);
  std::vector<std::uint64_t> totals(lengths.size()), settled(lengths.size());
  std::vector<std::uint16_t> sums(lengths.size() * kMostLanes);
  // Totals alone need templates that are all as long as the longest one: behind the samples, others are equal.
  const bool half = NarrowSamples::are_same(x, y) && (rule.per_template || templates.front() == templates.back());
  std::vector<std::uint16_t> counts(half && rule.per_template ? lengths.size() * cells.stride : 0);
  HWY_DYNAMIC_DISPATCH(CountCells)
  ({cells, narrow, x, y, greatest, tau, lengths, half ? nullptr : narrow.x(), sums.data(),
    counts.empty() ? nullptr : counts.data(), settled.data(), totals.data(),
    rule.per_template ? per_template.data() : nullptr, templates.data()});
  for (std::size_t position = 0; position < totals.size(); ++position) {
    const bool once = half && counts.empty();
    tally.add_total(position, once ? 2 * totals[position] + templates[position] : totals[position]);
  }
}

class CellsEngine final : public Engine {
 public:
  std::string_view name() const override { return "cells"; }
  std::string_view description() const override { return "templates by cells of two samples; short series"; }

  bool can(const Query& query) const override {
    if (std::ranges::any_of(query.series, [](Samples samples) { return samples.size() > kLongestSeries; }))
      return false;
    const double greatest = greatest_match(query.rule.r, query.rule.boundary);
    for (std::size_t group = 0; group < query.groups(); ++group) {
      for (std::size_t pair = 0; pair < query.pairs.size(); ++pair) {
        if (!NarrowSamples::are_possible(query.x(group, pair), query.y(group, pair), greatest)) return false;
      }
    }
    return true;
  }

  double cost(const Query& query, const QuerySketch& sketch) const override {
    constexpr double seconds_per_call = 0.2e-6, seconds_per_template = 5e-9, seconds_per_candidate = 0.25e-9;
    constexpr double seconds_per_count = 12e-9, seconds_per_vector = 4e-9, times_of_all = 1.75, usual_share = 0.05;
    const double share = sketch.both < 1.0 ? sketch.both : usual_share;  // short series are not looked at
    const double of_candidate =
        seconds_per_candidate + seconds_per_vector / static_cast<double>(HWY_DYNAMIC_DISPATCH(PlacesAtOnce)());
    double seconds = 0.0;
    for (std::size_t group = 0; group < query.groups(); ++group) {
      for (std::size_t pair = 0; pair < query.pairs.size(); ++pair) {
        const auto n_x = static_cast<double>(query.x(group, pair).size());
        const auto n_y = static_cast<double>(query.y(group, pair).size());
        const bool once = query.pairs[pair].x == query.pairs[pair].y;
        const double of_template = seconds_per_template + (once && query.rule.per_template ? seconds_per_count : 0.0);
        seconds += seconds_per_call + (once ? 1.0 : times_of_all) * n_x * (of_template + n_y * share * of_candidate);
      }
    }
    return seconds;
  }

  void count(const Query& query, const Sink& sink, const CancelFlag* cancel) const override {
    count_pairs(query, sink, cancel, [&](Samples x, Samples y, Tally& tally) { count_cells(x, y, query.rule, tally); });
  }
};

}  // namespace

const Engine& cells_engine() {
  static const CellsEngine engine;
  return engine;
}

}  // namespace biotropy::match

#endif  // HWY_ONCE
