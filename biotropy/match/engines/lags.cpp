// SPDX-License-Identifier: Apache-2.0
//
// Totals of short series. All pairs (i, i + lag) of one lag are compared in order of time, a vector at a time, and
// leave one bit each. Templates match at length L where the bits i, i + tau, ..., i + (L - 1) tau are all set: an
// intersection of shifted words and a population count. Nothing is sorted and no table is built, which up to some
// thousand samples takes longer than all comparisons.
//
// Most samples are compared as integers of 16 bits (narrow_samples.hpp). A word with a pair in doubt is compared as
// doubles.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <utility>

#include "biotropy/aligned.hpp"
#include "biotropy/match/engines.hpp"
#include "biotropy/match/engines/narrow_samples.hpp"
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

// A series with as many NaN behind its last sample as a word has bits, so that no vector needs a mask.
struct PaddedSeries {
  const double* samples;
  const std::int16_t* narrow;
  std::size_t n;
  std::size_t templates;  // at the shortest length
};

struct LagsJob {
  PaddedSeries x, y;
  bool same;              // x is y: a lag and its negative have the same matches
  std::size_t least_lag;  // the pairs of smaller ones are excluded
  double greatest;        // distance that matches
  bool narrow;            // there are integers
  std::int16_t sure;      // as in NarrowSamples
  std::uint16_t doubt;
  std::size_t tau;
  std::span<const std::size_t> lengths;  // those that have templates
  // Zeros, each with room for the shorter series, a template and a vector behind it.
  std::uint64_t *bits, *bits_before;
  std::uint64_t* sums;    // zeros, kWidestVector by length
  std::uint64_t* totals;  // by length
};

}  // namespace biotropy::match

#endif  // BIOTROPY_MATCH_LAGS

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, kWidestVector>;
using Words = hn::CappedTag<std::uint64_t, kWidestVector>;
using Narrows = hn::CappedTag<std::int16_t, 4 * kWidestVector>;
using UnsignedNarrows = hn::RebindToUnsigned<Narrows>;

// A bit for each of the first eight pairs (x[i], y[i]).
HWY_INLINE std::uint64_t EightBits(const double* x, const double* y, hn::Vec<Doubles> most) {
  const Doubles d;
  std::uint64_t bits = 0;
  for (std::size_t lane = 0; lane < kWidestVector; lane += hn::Lanes(d)) {
    const auto distance = hn::Abs(hn::Sub(hn::LoadU(d, x + lane), hn::LoadU(d, y + lane)));
    std::uint8_t of_vector[8];  // the last bytes are written on wider vectors only
    hn::StoreMaskBits(d, hn::Le(distance, most), of_vector);
    bits |= std::uint64_t{of_vector[0]} << lane;
  }
  return bits;
}

// A bit for each of the first 64 pairs (x[i], y[i]).
HWY_INLINE std::uint64_t WideWord(const double* x, const double* y, double greatest) {
  const auto most = hn::Set(Doubles(), greatest);
  std::uint64_t word = 0;
  for (std::size_t bit = 0; bit < kWordBits; bit += kWidestVector) word |= EightBits(x + bit, y + bit, most) << bit;
  return word;
}

// A bit for each of 64 integers, which is set if it is below zero.
HWY_INLINE std::uint64_t SignBits(const hn::Vec<Narrows>* integers) {
  std::uint64_t word = 0;
#if HWY_TARGET == HWY_AVX2
  for (int pair = 0; pair < 2; ++pair) {  // 32 signs with one instruction where masks of vectors take two
    const auto bytes = _mm256_packs_epi16(integers[2 * pair].raw, integers[2 * pair + 1].raw);
    const auto bits = _mm256_movemask_epi8(_mm256_permute4x64_epi64(bytes, 0xd8));
    word |= std::uint64_t{static_cast<std::uint32_t>(bits)} << 32 * pair;
  }
#else
  const Narrows d;
  for (std::size_t lane = 0; lane < kWordBits; lane += hn::Lanes(d)) {
    std::uint8_t of_vector[8] = {};
    hn::StoreMaskBits(d, hn::Lt(*integers++, hn::Zero(d)), of_vector);
    std::uint64_t bits = 0;
    for (std::size_t byte = 0; 8 * byte < hn::Lanes(d); ++byte) bits |= std::uint64_t{of_vector[byte]} << 8 * byte;
    word |= bits << lane;
  }
#endif
  return word;
}

// The same as WideWord() by integers: their distance is below `sure`, or in doubt if it is less than `doubt` above.
// @return false if a pair is in doubt.
HWY_INLINE bool NarrowWord(const std::int16_t* x, const std::int16_t* y, hn::Vec<Narrows> sure,
                           hn::Vec<UnsignedNarrows> doubt, std::uint64_t& word) {
  const Narrows d;
  const UnsignedNarrows du;
  hn::Vec<Narrows> above[kWordBits / hn::MaxLanes(d)];
  auto least = hn::Not(hn::Zero(du));
  for (std::size_t k = 0; k < std::size(above); ++k) {
    const std::size_t lane = k * hn::MaxLanes(d);
    above[k] = hn::Sub(hn::Abs(hn::Sub(hn::LoadU(d, x + lane), hn::LoadU(d, y + lane))), sure);
    least = hn::Min(least, hn::BitCast(du, above[k]));
  }
  word = SignBits(above);
  return hn::AllFalse(du, hn::Lt(least, doubt));
}

// A bit for each of the n pairs (x[i], y[i + lag]). From lag to lag n falls by one at most, so that one word of zeros
// behind the last leaves nothing of the lag before. @return whether few words were in doubt.
template <bool kNarrow>
HWY_INLINE bool MatchingBits(const LagsJob& job, const PaddedSeries& x, const PaddedSeries& y, std::size_t lag,
                             std::uint64_t* bits) {
  const std::size_t n = std::min(x.n, y.n - lag);
  const auto sure = hn::Set(Narrows(), job.sure);
  const auto doubt = hn::Set(UnsignedNarrows(), job.doubt);
  std::size_t in_doubt = 0;
  for (std::size_t first = 0; first < n; first += kWordBits) {
    std::uint64_t& word = *bits++;
    if (kNarrow && NarrowWord(x.narrow + first, y.narrow + lag + first, sure, doubt, word)) continue;
    word = WideWord(x.samples + first, y.samples + lag + first, job.greatest);
    ++in_doubt;
  }
  if (n % kWordBits > 0) bits[-1] &= (std::uint64_t{1} << n % kWordBits) - 1;
  *bits = 0;
  return in_doubt * kWordBits <= n / 4 + kWordBits;
}

// The words of bits from a place on.
HWY_INLINE hn::Vec<Words> WordsFrom(const std::uint64_t* bits, std::size_t place) {
  const Words d;
  const std::uint64_t* const word = bits + place / kWordBits;
  const auto shift = static_cast<int>(place % kWordBits);
  if (shift == 0) return hn::LoadU(d, word);
  return hn::Or(hn::ShiftRightSame(hn::LoadU(d, word), shift), hn::ShiftLeftSame(hn::LoadU(d, word + 1), 64 - shift));
}

// Words whose first n bits are set. @param n at least 1.
HWY_INLINE hn::Vec<Words> FirstBits(std::size_t n) {
  const Words d;
  const hn::RebindToSigned<Words> di;
  const auto left = hn::Sub(hn::Set(di, static_cast<std::int64_t>(n)), hn::ShiftLeft<6>(hn::Iota(di, 0)));
  const auto within = hn::BitCast(d, hn::Min(hn::Max(left, hn::Zero(di)), hn::Set(di, 63)));
  const auto some = hn::Sub(hn::Shl(hn::Set(d, 1), within), hn::Set(d, 1));
  return hn::IfThenElse(hn::RebindMask(d, hn::Gt(left, hn::Set(di, 63))), hn::Not(hn::Zero(d)), some);
}

// Adds the templates that match at every length, of one lag, to the sums of lanes of that length.
HWY_INLINE void AddMatches(const LagsJob& job, const std::uint64_t* bits, std::size_t templates) {
  const Words d;
  for (std::size_t first = 0; first < templates; first += hn::Lanes(d) * kWordBits) {
    auto matching = hn::LoadU(d, bits + first / kWordBits);
    if (templates - first < hn::Lanes(d) * kWordBits) matching = hn::And(matching, FirstBits(templates - first));
    std::size_t compared = 1, place = first;
    for (std::size_t position = 0; position < job.lengths.size(); ++position) {
      for (; compared < job.lengths[position]; ++compared) {
        matching = hn::And(matching, WordsFrom(bits, place += job.tau));
      }
      std::uint64_t* const sums = job.sums + position * kWidestVector;
      hn::StoreU(hn::Add(hn::LoadU(d, sums), hn::PopulationCount(matching)), d, sums);
    }
  }
}

// Adds the matches of the templates at x + i with those at y + i + lag for lags from `first` on, as many `times`.
// Bits of a lag are read after those of the next one were written: a vector of words that were stored one by one a
// moment ago is slow to load.
HWY_INLINE void AddLags(const LagsJob& job, const PaddedSeries& x, const PaddedSeries& y, std::size_t first,
                        std::size_t end, std::uint64_t times) {
  std::size_t before = 0;  // templates of the lag before
  std::uint64_t* bits = job.bits;
  std::uint64_t* bits_before = job.bits_before;
  bool narrow = job.narrow;
  for (std::size_t lag = first; lag < end && lag < y.templates; ++lag) {
    narrow = narrow ? MatchingBits<true>(job, x, y, lag, bits) : (MatchingBits<false>(job, x, y, lag, bits), false);
    AddMatches(job, bits_before, before);
    before = std::min(x.templates, y.templates - lag);
    std::swap(bits, bits_before);
  }
  AddMatches(job, bits_before, before);
  for (std::size_t position = 0; position < job.lengths.size(); ++position) {
    for (std::size_t lane = 0; lane < kWidestVector; ++lane) {
      std::uint64_t& sum = job.sums[position * kWidestVector + lane];
      job.totals[position] += times * std::exchange(sum, 0);
    }
  }
}

void CountLags(const LagsJob& job) {
  AddLags(job, job.x, job.y, job.least_lag, 1, 1);
  const std::size_t first = std::max<std::size_t>(job.least_lag, 1);
  AddLags(job, job.x, job.y, first, job.y.n, job.same ? 2 : 1);
  if (!job.same) AddLags(job, job.y, job.x, first, job.x.n, 1);
}

std::size_t PairsAtOnce() {
  return hn::Lanes(Doubles());
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(CountLags);
HWY_EXPORT(PairsAtOnce);

namespace {

// Beyond this length sorting pays on every machine.
constexpr std::size_t kLongestSeries = 1536;

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
  const std::size_t behind_x = x.size() + kWordBits, tau = static_cast<std::size_t>(rule.tau);
  AlignedVector<double> padded(behind_x + y.size() + kWordBits, std::numeric_limits<double>::quiet_NaN());
  std::ranges::copy(x, padded.data());
  std::ranges::copy(y, padded.data() + behind_x);
  const std::size_t words = (std::min(x.size(), y.size()) + lengths.back() * tau) / kWordBits + 2 + kWidestVector;
  std::vector<std::uint64_t> bits(2 * words), sums(lengths.size() * kWidestVector), totals(lengths.size());
  const double greatest = greatest_match(rule.r, rule.boundary);
  const NarrowSamples narrow(x, y, greatest);
  HWY_DYNAMIC_DISPATCH(CountLags)
  ({{padded.data(), narrow.x(), x.size(), template_count(rule, x.size(), rule.lengths.front())},
    {padded.data() + behind_x, narrow.y(), y.size(), template_count(rule, y.size(), rule.lengths.front())},
    is_same(x, y),
    static_cast<std::size_t>(rule.theiler) + 1,  // 0 for kKeepAllPairs
    greatest,
    narrow.are_there(),
    narrow.sure,
    narrow.doubt,
    tau,
    lengths,
    bits.data(),
    bits.data() + words,
    sums.data(),
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

  double cost(const Query& query, const QuerySketch& sketch) const override {
    // Of integers; samples with few distinct values may have so many pairs in doubt that doubles are compared.
    const double seconds_per_vector = std::isfinite(sketch.distinct) ? 0.4e-9 : 0.2e-9;
    constexpr double seconds_per_bit = 0.01e-9, seconds_per_lag = 11e-9;
    const double seconds_per_pair =
        seconds_per_vector / static_cast<double>(HWY_DYNAMIC_DISPATCH(PairsAtOnce)()) + seconds_per_bit;
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
