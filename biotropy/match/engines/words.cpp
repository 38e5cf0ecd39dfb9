// SPDX-License-Identifier: Apache-2.0
//
// Counts of short series. Every sample of x is compared with every sample of y and leaves a bit: 64 samples of y are a
// word, and the words of successive samples of x lie side by side, a column for each word. So a vector holds the same
// word of several templates; what these match is an intersection of columns, each shifted by a place in the template,
// and population counts are the counts of the templates, lane by lane. Nothing is sorted and no table is built, which
// for a hundred samples takes several times as long.
#include <algorithm>
#include <limits>
#include <numeric>

#include "biotropy/aligned.hpp"
#include "biotropy/match/engines.hpp"
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

constexpr std::size_t kColumnBits = 64;
constexpr std::size_t kMostRowsAtOnce = 8;  // lanes

// Templates of one length.
struct CountedLength {
  std::size_t length, templates;
  std::size_t words;      // with templates of y
  std::uint32_t* counts;  // of the templates of x
};

struct WordsJob {
  const double* x;  // whole vectors, the last one filled up with NaN
  std::size_t rows;
  Samples y;
  double greatest;  // distance that matches
  std::size_t tau;
  std::span<const CountedLength> lengths;
  const std::uint64_t* among;  // the templates of y as bits; null: all
  // One for each word of y, and one of zeros. Every column has `stride` words, room for a vector behind the last row.
  std::uint64_t* columns;
  std::size_t stride;
};

}  // namespace biotropy::match

#endif  // BIOTROPY_MATCH_WORDS

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using RowSamples = hn::CappedTag<double, kMostRowsAtOnce>;
using RowWords = hn::CappedTag<std::uint64_t, kMostRowsAtOnce>;

// a | b where the mask is true, elsewhere a.
template <typename V, typename M>
HWY_INLINE V OrWhere(M mask, V a, V b) {
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
  return V{_mm512_mask_or_epi64(a.raw, mask.raw, a.raw, b.raw)};  // one instruction where the compiler makes two
#else
  return hn::Or(a, hn::IfThenElseZero(mask, b));
#endif
}

// The words of some vectors of rows, from that row on.
template <std::size_t Vectors>
HWY_INLINE void FillColumns(const WordsJob& job, std::size_t row) {
  const RowSamples d;
  const RowWords words;
  const auto most = hn::Set(d, job.greatest);
  hn::Vec<RowSamples> x[Vectors];
  for (std::size_t v = 0; v < Vectors; ++v) x[v] = hn::LoadU(d, job.x + row + v * hn::Lanes(d));
  std::uint64_t* column = job.columns + row;
  for (std::size_t first = 0; first < job.y.size(); first += kColumnBits, column += job.stride) {
    hn::Vec<RowWords> matching[Vectors];
    for (auto& of_vector : matching) of_vector = hn::Zero(words);
    auto bit = hn::Set(words, 1);
    for (const double sample : job.y.subspan(first, std::min(kColumnBits, job.y.size() - first))) {
      const auto y = hn::Set(d, sample);
      for (std::size_t v = 0; v < Vectors; ++v) {
        const auto matches = hn::RebindMask(words, hn::Le(hn::Abs(hn::Sub(x[v], y)), most));
        matching[v] = OrWhere(matches, matching[v], bit);
      }
      bit = hn::Add(bit, bit);
    }
    for (std::size_t v = 0; v < Vectors; ++v) hn::StoreU(matching[v], words, column + v * hn::Lanes(words));
  }
}

// A word of a vector of rows, of samples so many places later.
HWY_INLINE hn::Vec<RowWords> ShiftedWord(const WordsJob& job, std::size_t row, std::size_t word, std::size_t place) {
  const RowWords d;
  const std::uint64_t* const column = job.columns + (word + place / kColumnBits) * job.stride + row + place;
  const auto shift = static_cast<int>(place % kColumnBits);
  if (shift == 0) return hn::LoadU(d, column);
  return hn::Or(hn::ShiftRightSame(hn::LoadU(d, column), shift),
                hn::ShiftLeftSame(hn::LoadU(d, column + job.stride), static_cast<int>(kColumnBits) - shift));
}

// Counts the templates of x of a vector of rows.
HWY_INLINE void CountRows(const WordsJob& job, std::size_t row) {
  const RowWords d;
  const hn::Rebind<std::uint32_t, RowWords> d32;
  for (std::size_t position = 0; position < job.lengths.size(); ++position) {
    const CountedLength& of_length = job.lengths[position];
    if (row >= of_length.templates) break;
    auto counts = hn::Zero(d);
    for (std::size_t word = 0; word < of_length.words; ++word) {
      auto matching = hn::LoadU(d, job.columns + word * job.stride + row);
      if (job.among != nullptr) matching = hn::And(matching, hn::Set(d, job.among[word]));
      for (std::size_t k = 1; k < of_length.length; ++k) {
        matching = hn::And(matching, ShiftedWord(job, row, word, k * job.tau));
      }
      counts = hn::Add(counts, hn::PopulationCount(matching));
    }
    std::uint32_t of_rows[kMostRowsAtOnce];
    hn::StoreU(hn::TruncateTo(d32, counts), d32, of_rows);
    std::copy_n(of_rows, std::min(hn::Lanes(d), of_length.templates - row), of_length.counts + row);
  }
}

void CountWords(const WordsJob& job) {
  const std::size_t lanes = hn::Lanes(RowWords());
  constexpr std::size_t together = 4;  // vectors, for which registers suffice
  std::size_t row = 0;
  for (; row + together * lanes <= job.rows; row += together * lanes) FillColumns<together>(job, row);
  for (; row < job.rows; row += lanes) FillColumns<1>(job, row);
  for (row = 0; row < job.lengths.front().templates; row += lanes) CountRows(job, row);
}

std::size_t RowsAtOnce() {
  return hn::Lanes(RowWords());
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(CountWords);
HWY_EXPORT(RowsAtOnce);

namespace {

// Beyond this length sorting pays on every machine.
constexpr std::size_t kMostSamples = 1024;

std::size_t words_of(std::size_t bits) {
  return (bits + kColumnBits - 1) / kColumnBits;
}

// The templates of a series as bits; empty if every position is one.
std::vector<std::uint64_t> template_bits(Samples y, const Rule& rule) {
  if (rule.templates == TemplateRule::all) return {};
  const TemplateSet set(y, rule);
  std::vector<std::uint64_t> bits(words_of(y.size()));
  const std::size_t templates = template_count(rule, y.size(), rule.lengths.back());
  std::fill_n(bits.begin(), templates / kColumnBits, ~std::uint64_t{0});
  if (templates % kColumnBits > 0) bits[templates / kColumnBits] = (std::uint64_t{1} << templates % kColumnBits) - 1;
  for (std::size_t j = 0; !set.is_full() && j < templates; ++j) {
    if (!set.contains(j)) bits[j / kColumnBits] ^= std::uint64_t{1} << j % kColumnBits;
  }
  return bits;
}

void count_words(Samples x, Samples y, const Rule& rule, Tally& tally) {
  std::vector<std::vector<std::uint32_t>> unwanted(rule.lengths.size());
  std::vector<CountedLength> lengths;
  for (std::size_t position = 0; position < rule.lengths.size(); ++position) {
    const int length = rule.lengths[position];
    const std::size_t of_x = template_count(rule, x.size(), length), of_y = template_count(rule, y.size(), length);
    if (of_x == 0 || of_y == 0) break;
    if (!rule.per_template) unwanted[position].resize(of_x);
    lengths.push_back({static_cast<std::size_t>(length), of_x, words_of(of_y),
                       rule.per_template ? tally.per_template(position).data() : unwanted[position].data()});
  }
  if (lengths.empty()) return;
  const std::size_t rows = (x.size() + kMostRowsAtOnce - 1) / kMostRowsAtOnce * kMostRowsAtOnce;
  const std::size_t stride = rows + kMostRowsAtOnce;
  AlignedVector<double> padded(rows, std::numeric_limits<double>::quiet_NaN());
  std::ranges::copy(x, padded.data());
  AlignedVector<std::uint64_t> columns((words_of(y.size()) + 1) * stride);
  const std::vector<std::uint64_t> among = template_bits(y, rule);
  HWY_DYNAMIC_DISPATCH(CountWords)
  ({padded.data(), rows, y, greatest_match(rule.r, rule.boundary), static_cast<std::size_t>(rule.tau), lengths,
    among.empty() ? nullptr : among.data(), columns.data(), stride});
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

  double cost(const Query& query, const QuerySketch&) const override {
    constexpr double seconds_per_vector = 0.33e-9, seconds_per_intersection = 0.015e-9;
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
