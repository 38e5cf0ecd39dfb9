// SPDX-License-Identifier: Apache-2.0
//
// Counts of short series. Each sample of x has a row of bits, the samples of y that match it; what a template matches
// is the intersection of the rows of its samples, each shifted by its place in the template. As many rows are kept as a
// template needs. Nothing is sorted and no table is built, which for a hundred samples takes several times as long.
#include <algorithm>
#include <limits>
#include <numeric>

#include "biotropy/aligned.hpp"
#include "biotropy/match/engines.hpp"
#include "biotropy/match/exclusion.hpp"
#include "biotropy/match/template_set.hpp"

// Compiled once per instruction set; see Highway on foreach_target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/match/engines/words.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

#include "biotropy/match/engines/match_words-inl.hpp"

#ifndef BIOTROPY_MATCH_WORDS
#define BIOTROPY_MATCH_WORDS

namespace biotropy::match {

// Templates of one length in x, and the place of their counts.
struct CountedLength {
  std::size_t length, templates;
  std::uint32_t* counts;
};

struct WordsJob {
  Samples x;
  const double* y;  // behind its last sample as many NaN as a word has bits
  std::size_t n_y;
  double greatest;  // distance that matches
  std::size_t tau;
  std::span<const CountedLength> lengths;
  const std::uint64_t* among;  // the templates of y; null: all
  // Zeros: `kept` rows of `stride` words, with room for the shifts of a template and a vector behind a row.
  std::uint64_t* rows;
  std::size_t kept, stride;
};

}  // namespace biotropy::match

#endif  // BIOTROPY_MATCH_WORDS

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

void CountWords(const WordsJob& job) {
  const Words d;
  const std::size_t reach = (job.lengths.back().length - 1) * job.tau;
  std::size_t made = 0, slot = 0;  // of the row of sample i
  const auto row = [&](std::size_t of_sample) {
    const std::size_t place = slot + of_sample;
    return job.rows + (place < job.kept ? place : place - job.kept) * job.stride;
  };
  for (std::size_t i = 0; i < job.lengths.front().templates; ++i) {
    // One more than the template needs: a vector of words that were stored one by one a moment ago is slow to load.
    for (; made < std::min(i + reach + 2, job.x.size()); ++made) {
      const auto value = hn::Set(Doubles(), job.x[made]);
      MatchingWords([&](std::size_t) { return value; }, job.y, job.n_y, job.greatest, row(made - i));
    }
    for (std::size_t first = 0; first < job.n_y; first += hn::Lanes(d) * kWordBits) {
      auto matching = hn::LoadU(d, row(0) + first / kWordBits);
      if (job.among != nullptr) matching = hn::And(matching, hn::LoadU(d, job.among + first / kWordBits));
      std::size_t compared = 1, place = 0;
      for (const CountedLength& of_length : job.lengths) {
        if (i >= of_length.templates) break;
        for (; compared < of_length.length; ++compared) {
          place += job.tau;
          matching = hn::And(matching, WordsFrom(row(place), first + place));
        }
        of_length.counts[i] +=
            static_cast<std::uint32_t>(hn::GetLane(hn::SumOfLanes(d, hn::PopulationCount(matching))));
      }
    }
    slot = slot + 1 < job.kept ? slot + 1 : 0;
  }
}

std::size_t LanesOfWords() {
  return hn::Lanes(Doubles());
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(CountWords);
HWY_EXPORT(LanesOfWords);

namespace {

// Beyond this length sorting pays on every machine.
constexpr std::size_t kMostSamples = 1024;

// The templates of a series as bits; empty if every position is one.
std::vector<std::uint64_t> template_bits(Samples y, const TemplateSet& set, const Rule& rule, std::size_t words) {
  if (rule.templates == TemplateRule::all) return {};
  std::vector<std::uint64_t> bits(words);
  for (std::size_t j = 0; j < template_count(rule, y.size(), rule.lengths.back()); ++j) {
    if (set.contains(j)) bits[j / kWordBits] |= std::uint64_t{1} << (j % kWordBits);
  }
  return bits;
}

void count_words(Samples x, Samples y, const Rule& rule, Tally& tally) {
  const TemplateSet of_x(x, rule), of_y(y, rule);
  std::vector<std::vector<std::uint32_t>> unwanted(rule.lengths.size());
  std::vector<CountedLength> lengths;
  for (std::size_t position = 0; position < rule.lengths.size(); ++position) {
    const std::size_t templates = template_count(rule, x.size(), rule.lengths[position]);
    if (templates == 0) break;
    if (!rule.per_template) unwanted[position].resize(templates);
    lengths.push_back({static_cast<std::size_t>(rule.lengths[position]), templates,
                       rule.per_template ? tally.per_template(position).data() : unwanted[position].data()});
  }
  if (lengths.empty()) return;
  const auto tau = static_cast<std::size_t>(rule.tau);
  const std::size_t reach = (lengths.back().length - 1) * tau, kept = std::min(reach + 2, x.size());
  const std::size_t stride = (y.size() + reach) / kWordBits + 2 + kWidestVector;
  const std::vector<std::uint64_t> among = template_bits(y, of_y, rule, stride);
  std::vector<std::uint64_t> rows(kept * stride);
  AlignedVector<double> padded(y.size() + kWordBits, std::numeric_limits<double>::quiet_NaN());
  std::ranges::copy(y, padded.data());
  HWY_DYNAMIC_DISPATCH(CountWords)
  ({x, padded.data(), y.size(), greatest_match(rule.r, rule.boundary), tau, lengths,
    among.empty() ? nullptr : among.data(), rows.data(), kept, stride});
  for (std::size_t position = 0; position < lengths.size(); ++position) {
    const std::span counts(lengths[position].counts, lengths[position].templates);
    for (std::size_t i = 0; !of_x.is_full() && i < counts.size(); ++i) counts[i] = of_x.contains(i) ? counts[i] : 0;
    tally.add_total(position, std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
  }
}

class WordsEngine final : public Engine {
 public:
  std::string_view name() const override { return "words"; }
  std::string_view description() const override { return "a row of bits for each sample; short series"; }

  bool can(const Query& query) const override {
    return std::ranges::all_of(query.series, [](Samples samples) { return samples.size() <= kMostSamples; });
  }

  double cost(const Query& query, const QuerySketch&) const override {
    constexpr double seconds_per_vector = 0.6e-9, seconds_per_bit = 0.045e-9, seconds_per_template = 12e-9;
    const double seconds_per_pair =
        seconds_per_vector / static_cast<double>(HWY_DYNAMIC_DISPATCH(LanesOfWords)()) + seconds_per_bit;
    double seconds = 0.0;
    for (std::size_t group = 0; group < query.groups(); ++group) {
      for (std::size_t pair = 0; pair < query.pairs.size(); ++pair) {
        const auto n_x = static_cast<double>(query.x(group, pair).size());
        const auto n_y = static_cast<double>(query.y(group, pair).size());
        seconds += n_x * (n_y * seconds_per_pair + seconds_per_template);
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
