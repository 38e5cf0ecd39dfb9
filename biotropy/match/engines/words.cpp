// SPDX-License-Identifier: Apache-2.0
//
// Counts of short series. Every sample of x is compared with every sample of y and leaves a bit: 64 samples of y are a
// word, and the words of successive samples of x lie side by side, a column for each word. So a vector holds the same
// word of several templates; what these match is an intersection of columns, each shifted by a place in the template,
// and population counts are the counts of the templates, lane by lane. Nothing is sorted and no table is built, which
// for a hundred samples takes several times as long.
//
// Most samples are compared as integers of 16 bits (narrow_samples.hpp); then a word has 16 samples of y.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include "biotropy/aligned.hpp"
#include "biotropy/match/engines.hpp"
#include "biotropy/match/engines/narrow_samples.hpp"
#include "biotropy/match/exclusion.hpp"
#include "biotropy/match/query.hpp"

// Compiled once per instruction set; see Highway on foreach_target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/match/engines/words.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

#ifndef BIOTROPY_MATCH_WORDS
#define BIOTROPY_MATCH_WORDS

namespace biotropy::match {

constexpr std::size_t kMostBytesAtOnce = 64;  // of a vector
template <typename Word>
constexpr std::size_t kMostRowsAtOnce = kMostBytesAtOnce / sizeof(Word);
template <typename Word>
constexpr std::size_t kColumnBits = 8 * sizeof(Word);

// Templates of one length.
struct CountedLength {
  std::size_t length, templates;
  std::uint32_t* counts;  // of the templates of x
  std::size_t of_y;       // templates of y
};

// Words are integers of 64 bits where doubles are compared, otherwise of 16.
template <typename Word>
struct WordsJob {
  const double* x;  // whole vectors, the last one filled up with NaN
  std::size_t rows;
  Samples y;
  double greatest;  // distance that matches
  const NarrowSamples* narrow;
  std::size_t tau;
  std::span<const CountedLength> lengths;
  const Word* among;  // the templates of y as bits; null: all
  // One for each word of y, and one of zeros. Every column has `stride` words, room for a vector behind the last row.
  Word* columns;
  std::size_t stride;
};

}  // namespace biotropy::match

#endif  // BIOTROPY_MATCH_WORDS

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <typename Word>
using RowWords = hn::CappedTag<Word, kMostRowsAtOnce<Word>>;
using RowSamples = hn::CappedTag<double, kMostRowsAtOnce<double>>;
using RowIntegers = hn::CappedTag<std::int16_t, kMostRowsAtOnce<std::int16_t>>;
using WideJob = WordsJob<std::uint64_t>;
using NarrowJob = WordsJob<std::uint16_t>;

// a | b where the mask is true, elsewhere a.
template <typename V, typename M>
HWY_INLINE V OrWhere(M mask, V a, V b) {
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
  return V{_mm512_mask_or_epi64(a.raw, mask.raw, a.raw, b.raw)};  // one instruction where the compiler makes two
#else
  return hn::Or(a, hn::IfThenElseZero(mask, b));
#endif
}

// a | b where the integer is below zero, elsewhere a.
template <typename V>
HWY_INLINE V OrWhereNegative(hn::Vec<RowIntegers> integer, V a, V b) {
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
  return V{_mm512_mask_add_epi16(a.raw, _mm512_movepi16_mask(integer.raw), a.raw, b.raw)};  // a lacks the bit
#else
  return hn::Or(a, hn::And(hn::BitCast(RowWords<std::uint16_t>(), hn::BroadcastSignBit(integer)), b));
#endif
}

// The words of some vectors of rows, from that row on. @return true, as none is in doubt.
template <std::size_t Vectors>
HWY_INLINE bool FillColumns(const WideJob& job, std::size_t row) {
  const RowSamples d;
  const RowWords<std::uint64_t> words;
  const auto most = hn::Set(d, job.greatest);
  hn::Vec<RowSamples> x[Vectors];
  for (std::size_t v = 0; v < Vectors; ++v) x[v] = hn::LoadU(d, job.x + row + v * hn::Lanes(d));
  constexpr std::size_t bits = kColumnBits<std::uint64_t>;
  std::uint64_t* column = job.columns + row;
  for (std::size_t first = 0; first < job.y.size(); first += bits, column += job.stride) {
    hn::Vec<RowWords<std::uint64_t>> matching[Vectors];
    for (auto& of_vector : matching) of_vector = hn::Zero(words);
    auto bit = hn::Set(words, 1);
    for (const double sample : job.y.subspan(first, std::min(bits, job.y.size() - first))) {
      const auto y = hn::Set(d, sample);
      for (std::size_t v = 0; v < Vectors; ++v) {
        const auto matches = hn::RebindMask(words, hn::Le(hn::Abs(hn::Sub(x[v], y)), most));
        matching[v] = OrWhere(matches, matching[v], bit);
      }
      bit = hn::Add(bit, bit);
    }
    for (std::size_t v = 0; v < Vectors; ++v) hn::StoreU(matching[v], words, column + v * hn::Lanes(words));
  }
  return true;
}

// How far the distance of two integers is above that of a match.
HWY_INLINE hn::Vec<RowIntegers> Above(hn::Vec<RowIntegers> x, std::int16_t y, hn::Vec<RowIntegers> sure) {
  return hn::Sub(hn::Abs(hn::Sub(x, hn::Set(RowIntegers(), y))), sure);
}

// Compares the pairs in doubt of a vector of rows with the samples of a word from `first` on. @return their number.
HWY_INLINE std::size_t SettleDoubt(const NarrowJob& job, std::size_t row, std::size_t first, std::size_t n,
                                   std::uint16_t* words) {
  const RowIntegers d;
  const hn::RebindToUnsigned<RowIntegers> du;
  const auto x = hn::LoadU(d, job.narrow->x() + row), sure = hn::Set(d, job.narrow->sure);
  std::size_t settled = 0;
  for (std::size_t bit = 0; bit < n; ++bit) {
    const auto above = hn::BitCast(du, Above(x, job.narrow->y()[first + bit], sure));
    const auto in_doubt = hn::Lt(above, hn::Set(du, job.narrow->doubt));
    if (hn::AllFalse(du, in_doubt)) continue;
    std::uint16_t lanes[kMostRowsAtOnce<std::uint16_t>];
    hn::StoreU(hn::VecFromMask(du, in_doubt), du, lanes);
    for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane) {
      if (lanes[lane] == 0) continue;
      ++settled;
      const bool matches = std::abs(job.x[row + lane] - job.y[first + bit]) <= job.greatest;
      words[lane] = static_cast<std::uint16_t>(words[lane] | (matches ? 1U << bit : 0U));
    }
  }
  return settled;
}

// The same by integers. @return false if so many pairs are in doubt that doubles are faster.
template <std::size_t Vectors>
HWY_INLINE bool FillColumns(const NarrowJob& job, std::size_t row) {
  const RowIntegers d;
  const RowWords<std::uint16_t> words;
  const auto sure = hn::Set(d, job.narrow->sure);
  const auto doubt = hn::Set(words, job.narrow->doubt);
  hn::Vec<RowIntegers> x[Vectors];
  for (std::size_t v = 0; v < Vectors; ++v) x[v] = hn::LoadU(d, job.narrow->x() + row + v * hn::Lanes(d));
  constexpr std::size_t bits = kColumnBits<std::uint16_t>;
  std::uint16_t* column = job.columns + row;
  std::size_t settled = 0;
  for (std::size_t first = 0; first < job.y.size(); first += bits, column += job.stride) {
    const std::size_t n = std::min(bits, job.y.size() - first);
    hn::Vec<RowWords<std::uint16_t>> matching[Vectors], least[Vectors];
    for (auto& of_vector : matching) of_vector = hn::Zero(words);
    for (auto& of_vector : least) of_vector = hn::Not(hn::Zero(words));
    auto bit = hn::Set(words, 1);
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t v = 0; v < Vectors; ++v) {
        const auto above = Above(x[v], job.narrow->y()[first + k], sure);
        least[v] = hn::Min(least[v], hn::BitCast(words, above));
        matching[v] = OrWhereNegative(above, matching[v], bit);
      }
      bit = hn::Add(bit, bit);
    }
    for (std::size_t v = 0; v < Vectors; ++v) {
      std::uint16_t* const place = column + v * hn::Lanes(words);
      hn::StoreU(matching[v], words, place);
      if (hn::AllFalse(words, hn::Lt(least[v], doubt))) continue;
      settled += SettleDoubt(job, row + v * hn::Lanes(words), first, n, place);
    }
  }
  return settled * 64 <= Vectors * hn::Lanes(d) * job.y.size();
}

// A word of a vector of rows, of samples so many places later.
template <typename Word>
HWY_INLINE hn::Vec<RowWords<Word>> ShiftedWord(const WordsJob<Word>& job, std::size_t row, std::size_t word,
                                               std::size_t place) {
  constexpr std::size_t bits = kColumnBits<Word>;
  const RowWords<Word> d;
  const Word* const column = job.columns + (word + place / bits) * job.stride + row + place;
  const auto shift = static_cast<int>(place % bits);
  if (shift == 0) return hn::LoadU(d, column);
  return hn::Or(hn::ShiftRightSame(hn::LoadU(d, column), shift),
                hn::ShiftLeftSame(hn::LoadU(d, column + job.stride), static_cast<int>(bits) - shift));
}

// Counts the templates of x of a vector of rows.
template <typename Word>
HWY_INLINE void CountRows(const WordsJob<Word>& job, std::size_t row) {
  const RowWords<Word> d;
  for (const CountedLength& of_length : job.lengths) {
    if (row >= of_length.templates) break;
    auto counts = hn::Zero(d);
    for (std::size_t word = 0; word * kColumnBits<Word> < of_length.of_y; ++word) {
      auto matching = hn::LoadU(d, job.columns + word * job.stride + row);
      if (job.among != nullptr) matching = hn::And(matching, hn::Set(d, job.among[word]));
      for (std::size_t k = 1; k < of_length.length; ++k) {
        matching = hn::And(matching, ShiftedWord(job, row, word, k * job.tau));
      }
      counts = hn::Add(counts, hn::PopulationCount(matching));
    }
    Word of_rows[kMostRowsAtOnce<Word>];
    hn::StoreU(counts, d, of_rows);
    const std::size_t n = std::min(hn::Lanes(d), of_length.templates - row);
    std::transform(of_rows, of_rows + n, of_length.counts + row,
                   [](Word count) { return static_cast<std::uint32_t>(count); });
  }
}

// @return false as FillColumns().
template <typename Word>
HWY_INLINE bool CountAll(const WordsJob<Word>& job) {
  const std::size_t lanes = hn::Lanes(RowWords<Word>());
  constexpr std::size_t together = 4;  // vectors, for which registers suffice
  std::size_t row = 0;
  for (; row + together * lanes <= job.rows; row += together * lanes) {
    if (!FillColumns<together>(job, row)) return false;
  }
  for (; row < job.rows; row += lanes) {
    if (!FillColumns<1>(job, row)) return false;
  }
  for (row = 0; row < job.lengths.front().templates; row += lanes) CountRows(job, row);
  return true;
}

bool CountWide(const WideJob& job) {
  return CountAll(job);
}

bool CountNarrow(const NarrowJob& job) {
  return CountAll(job);
}

std::size_t RowsAtOnce() {
  return hn::Lanes(RowSamples());
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(CountWide);
HWY_EXPORT(CountNarrow);
HWY_EXPORT(RowsAtOnce);

namespace {

// Beyond this length sorting pays on every machine.
constexpr std::size_t kMostSamples = 1024;

// The templates of a series as bits; empty if every position is one.
template <typename Word>
std::vector<Word> template_bits(Samples y, const Rule& rule) {
  if (rule.templates == TemplateRule::all) return {};
  const TemplateSet set(y, rule);
  std::vector<Word> bits(y.size() / kColumnBits<Word> + 1);
  const std::size_t templates = template_count(rule, y.size(), rule.lengths.back());
  for (std::size_t j = 0; j < templates; ++j) {
    if (set.is_full() || set.contains(j))
      bits[j / kColumnBits<Word>] |= static_cast<Word>(Word{1} << j % kColumnBits<Word>);
  }
  return bits;
}

// Counts by words of this type. @return false if integers are too coarse.
template <typename Word>
bool count_by(Samples x, Samples y, const Rule& rule, std::span<const CountedLength> lengths,
              const NarrowSamples* narrow) {
  constexpr std::size_t at_once = kMostRowsAtOnce<Word>;
  const std::size_t rows = (x.size() + at_once - 1) / at_once * at_once, stride = rows + at_once;
  AlignedVector<double> padded(rows, std::numeric_limits<double>::quiet_NaN());
  std::ranges::copy(x, padded.data());
  AlignedVector<Word> columns((y.size() / kColumnBits<Word> + 2) * stride);
  const std::vector<Word> among = template_bits<Word>(y, rule);
  const WordsJob<Word> job{padded.data(),
                           rows,
                           y,
                           greatest_match(rule.r, rule.boundary),
                           narrow,
                           static_cast<std::size_t>(rule.tau),
                           lengths,
                           among.empty() ? nullptr : among.data(),
                           columns.data(),
                           stride};
  if constexpr (sizeof(Word) == sizeof(std::uint64_t)) {
    return HWY_DYNAMIC_DISPATCH(CountWide)(job);
  } else {
    return HWY_DYNAMIC_DISPATCH(CountNarrow)(job);
  }
}

void count_words(Samples x, Samples y, const Rule& rule, Tally& tally) {
  std::vector<std::vector<std::uint32_t>> unwanted(rule.lengths.size());
  std::vector<CountedLength> lengths;
  for (std::size_t position = 0; position < rule.lengths.size(); ++position) {
    const int length = rule.lengths[position];
    const std::size_t of_x = template_count(rule, x.size(), length), of_y = template_count(rule, y.size(), length);
    if (of_x == 0 || of_y == 0) break;
    if (!rule.per_template) unwanted[position].resize(of_x);
    lengths.push_back({static_cast<std::size_t>(length), of_x,
                       rule.per_template ? tally.per_template(position).data() : unwanted[position].data(), of_y});
  }
  if (lengths.empty()) return;
  const NarrowSamples narrow(x, y, greatest_match(rule.r, rule.boundary));
  if (!narrow.are_there() || !count_by<std::uint16_t>(x, y, rule, lengths, &narrow)) {
    count_by<std::uint64_t>(x, y, rule, lengths, nullptr);
  }
  const TemplateSet of_x(x, rule);
  for (std::size_t position = 0; position < lengths.size(); ++position) {
    const std::span counts(lengths[position].counts, lengths[position].templates);
    for (std::size_t i = 0; !of_x.is_full() && i < counts.size(); ++i) counts[i] = of_x.contains(i) ? counts[i] : 0;
    tally.add_total(position, std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
  }
}

class WordsEngine final : public Engine {
 public:
  std::string_view name() const override { return "words"; }
  std::string_view description() const override { return "a bit for each pair of samples; short series"; }

  bool can(const Query& query) const override {
    return std::ranges::all_of(query.series, [](Samples samples) { return samples.size() <= kMostSamples; });
  }

  double cost(const Query& query, const QuerySketch& sketch) const override {
    // Of integers; samples with few distinct values may have so many pairs in doubt that doubles are compared.
    const double seconds_per_vector = std::isfinite(sketch.distinct) ? 0.4e-9 : 0.35e-9;
    constexpr double seconds_per_intersection = 0.015e-9;
    constexpr double seconds_per_template = 2e-9, seconds_per_call = 0.25e-6;
    double intersections = 0.0;
    for (const int length : query.rule.lengths) intersections += length - 1;
    const double seconds_per_pair = (seconds_per_vector + intersections * seconds_per_intersection) /
                                    static_cast<double>(HWY_DYNAMIC_DISPATCH(RowsAtOnce)());
    double seconds = 0.0;
    for (std::size_t group = 0; group < query.groups(); ++group) {
      for (std::size_t pair = 0; pair < query.pairs.size(); ++pair) {
        const auto n_x = static_cast<double>(query.x(group, pair).size());
        const auto n_y = static_cast<double>(query.y(group, pair).size());
        seconds += seconds_per_call + n_x * (n_y * seconds_per_pair + seconds_per_template);
      }
    }
    return seconds;
  }

  void count(const Query& query, const Sink& sink, const CancelFlag* cancel) const override {
    count_pairs(query, sink, cancel, [&](Samples x, Samples y, Tally& tally) { count_words(x, y, query.rule, tally); });
  }
};

}  // namespace

const Engine& words_engine() {
  static const WordsEngine engine;
  return engine;
}

}  // namespace biotropy::match

#endif  // HWY_ONCE
