// SPDX-License-Identifier: Apache-2.0
//
// Totals of short series. All pairs (i, i + lag) of one lag are compared in order of time, a vector at a time, and
// leave one bit each. Templates match at length L where the bits i, i + tau, ..., i + (L - 1) tau are all set: an
// intersection of shifted words and a population count. Nothing is sorted and no table is built, which for a hundred
// samples takes longer than all comparisons.
#include <algorithm>
#include <limits>

#include "biotropy/aligned.hpp"
#include "biotropy/match/engines.hpp"
#include "biotropy/match/tally.hpp"

// Compiled once per instruction set; see Highway on foreach_target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/match/engines/lags.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

#ifndef BIOTROPY_MATCH_LAGS
#define BIOTROPY_MATCH_LAGS

namespace biotropy::match {

constexpr std::size_t kWordBits = 64;
constexpr std::size_t kWidestVector = 8;  // doubles

// A series with a vector of NaN behind its last sample, so that no vector needs a mask.
struct PaddedSeries {
  const double* samples;
  std::size_t n;
};

struct LagsJob {
  PaddedSeries x, y;
  bool same;              // x is y: a lag and its negative have the same matches
  std::size_t least_lag;  // the pairs of smaller ones are excluded
  double greatest;        // distance that matches
  std::size_t tau;
  std::span<const std::size_t> lengths;  // those that have templates
  std::size_t templates_x, templates_y;  // at the first of them
  std::uint64_t* bits;                   // zeros: room for the shorter series and a template behind it
  std::uint64_t* totals;                 // by length
};

}  // namespace biotropy::match

#endif  // BIOTROPY_MATCH_LAGS

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, kWidestVector>;

// A bit for each of the n pairs (x[i], y[i]). From lag to lag n falls by one at most, so that one word of zeros behind
// the last leaves nothing of the lag before.
HWY_INLINE void MatchingBits(const double* x, const double* y, std::size_t n, double greatest, std::uint64_t* bits) {
  const Doubles d;
  const auto most = hn::Set(d, greatest);
  for (std::size_t first = 0; first < n; first += kWordBits) {
    const std::size_t end = std::min(n - first, kWordBits);
    std::uint64_t word = 0;
    for (std::size_t bit = 0; bit < end; bit += hn::Lanes(d)) {
      const auto distance = hn::Abs(hn::Sub(hn::LoadU(d, x + first + bit), hn::LoadU(d, y + first + bit)));
      std::uint8_t of_vector[8];  // the last bytes are written on wider vectors only
      hn::StoreMaskBits(d, hn::Le(distance, most), of_vector);
      word |= std::uint64_t{of_vector[0]} << bit;
    }
    *bits++ = word;
  }
  *bits = 0;
}

// The word of bits from a place on.
HWY_INLINE std::uint64_t WordFrom(const std::uint64_t* bits, std::size_t place) {
  const std::uint64_t* word = bits + place / kWordBits;
  const std::size_t shift = place % kWordBits;
  return word[0] >> shift | word[1] << 1 << (kWordBits - 1 - shift);
}

// Adds the matches of the templates at x + i and y + i, as many `times`.
HWY_INLINE void AddLag(const LagsJob& job, std::size_t x, std::size_t y, std::uint64_t times) {
  if (x >= job.templates_x || y >= job.templates_y) return;
  MatchingBits(job.x.samples + x, job.y.samples + y, std::min(job.x.n - x, job.y.n - y), job.greatest, job.bits);
  const std::size_t templates = std::min(job.templates_x - x, job.templates_y - y);
  for (std::size_t first = 0; first < templates; first += kWordBits) {
    std::uint64_t matching = job.bits[first / kWordBits];
    if (templates - first < kWordBits) matching &= (std::uint64_t{1} << (templates - first)) - 1;
    std::size_t compared = 1, place = first;
    for (std::size_t position = 0; position < job.lengths.size(); ++position) {
      for (; compared < job.lengths[position]; ++compared) matching &= WordFrom(job.bits, place += job.tau);
      job.totals[position] += times * hwy::PopCount(matching);
    }
  }
}

void CountLags(const LagsJob& job) {
  for (std::size_t lag = job.least_lag; lag < job.y.n; ++lag) AddLag(job, 0, lag, job.same && lag > 0 ? 2 : 1);
  if (job.same) return;
  for (std::size_t lag = std::max<std::size_t>(job.least_lag, 1); lag < job.x.n; ++lag) AddLag(job, lag, 0, 1);
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(CountLags);

namespace {

// Beyond this length sorting always pays.
constexpr std::size_t kLongestSeries = 1024;

bool is_same(Samples x, Samples y) {
  return x.data() == y.data() && x.size() == y.size();
}

void count_pair(Samples x, Samples y, const Rule& rule, Tally& tally) {
  std::vector<std::size_t> lengths;
  for (const int length : rule.lengths) {
    if (template_count(rule, std::min(x.size(), y.size()), length) > 0)
      lengths.push_back(static_cast<std::size_t>(length));
  }
  if (lengths.empty()) return;
  const std::size_t behind_x = x.size() + kWidestVector, tau = static_cast<std::size_t>(rule.tau);
  AlignedVector<double> padded(behind_x + y.size() + kWidestVector, std::numeric_limits<double>::quiet_NaN());
  std::ranges::copy(x, padded.data());
  std::ranges::copy(y, padded.data() + behind_x);
  std::vector<std::uint64_t> bits((std::min(x.size(), y.size()) + lengths.back() * tau) / kWordBits + 2);
  std::vector<std::uint64_t> totals(lengths.size());
  HWY_DYNAMIC_DISPATCH(CountLags)
  ({{padded.data(), x.size()},
    {padded.data() + behind_x, y.size()},
    is_same(x, y),
    static_cast<std::size_t>(rule.theiler) + 1,  // 0 for kKeepAllPairs
    greatest_match(rule.r, rule.boundary),
    tau,
    lengths,
    template_count(rule, x.size(), rule.lengths.front()),
    template_count(rule, y.size(), rule.lengths.front()),
    bits.data(),
    totals.data()});
  for (std::size_t position = 0; position < totals.size(); ++position) tally.add_total(position, totals[position]);
}

class LagsEngine final : public Engine {
 public:
  std::string_view name() const override { return "lags"; }
  std::string_view description() const override { return "pairs of one lag as bits; totals of short series"; }

  /// Under TemplateRule::common a missing sample leaves out shorter templates before it, which the bits do not show.
  bool can(const Query& query) const override {
    return !query.rule.per_template && std::ranges::all_of(query.series, [&](Samples samples) {
      return samples.size() <= kLongestSeries &&
             (query.rule.templates == TemplateRule::all || series::missing_count(samples) == 0);
    });
  }

  double cost(const Query& query, const QuerySketch&) const override {
    constexpr double seconds_per_pair = 0.16e-9, seconds_per_lag = 8e-9;
    double seconds = 0.0;
    for (std::size_t group = 0; group < query.groups(); ++group) {
      for (std::size_t pair = 0; pair < query.pairs.size(); ++pair) {
        const Samples x = query.x(group, pair), y = query.y(group, pair);
        const auto n_x = static_cast<double>(x.size()), n_y = static_cast<double>(y.size());
        const double all = n_x * n_y * seconds_per_pair + (n_x + n_y) * seconds_per_lag;
        seconds += is_same(x, y) ? all / 2.0 : all;
      }
    }
    return seconds;
  }

  void count(const Query& query, const Sink& sink, const CancelFlag* cancel) const override {
    parallel_for(query.groups() * query.pairs.size(), cancel, [&](std::size_t task) {
      const std::size_t group = task / query.pairs.size(), pair = task % query.pairs.size();
      Tally tally(query.rule, query.x(group, pair).size());
      count_pair(query.x(group, pair), query.y(group, pair), query.rule, tally);
      tally.send(group, pair, sink);
    });
  }
};

}  // namespace

const Engine& lags_engine() {
  static const LagsEngine engine;
  return engine;
}

}  // namespace biotropy::match

#endif  // HWY_ONCE
