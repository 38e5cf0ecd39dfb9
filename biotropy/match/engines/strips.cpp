// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/engines/strips.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "biotropy/threads.hpp"

namespace biotropy::match {

namespace {

constexpr std::size_t kWorthAThread = 16384;
constexpr std::uint32_t kMostByInsertion = 16;  // items of which any is this far from its place

void sort_by_insertion(std::span<std::uint64_t> items) {
  for (std::size_t k = 1; k < items.size(); ++k) {
    const std::uint64_t item = items[k];
    std::size_t place = k;
    for (; place > 0 && items[place - 1] > item; --place) items[place] = items[place - 1];
    items[place] = item;
  }
}

}  // namespace

TemplateStrips::TemplateStrips(Samples samples, const SortedSamples& sorted, std::span<const PlaceRun> runs,
                               double strip_width, std::size_t templates, const TemplateSet& set, int longest, int tau)
    : runs_(runs), longest_(longest), stride_(sorted.size() + kVectorPadding) {
  cut(sorted.values, strip_width);
  std::vector<Sample> in_time(samples.size());
  // One thread only: two would write to the same cache lines and take longer.
  for (std::size_t s = 0; s < strips_.size(); ++s) {
    for (std::uint32_t rank = strips_[s].first_rank; rank < strips_[s].last_rank; ++rank) {
      in_time[sorted.times[rank]] = {rank, static_cast<std::uint32_t>(s)};
    }
  }
  arrays_.resize(stride_ * static_cast<std::size_t>(1 + longest * (runs.empty() ? 1 : 3)));
  for (int k = 0; k < longest; ++k) {
    std::fill_n(writable(ranks(k)) + sorted.size(), kVectorPadding, kNowhere);
    for (const std::uint32_t* ends : {begins(k), this->ends(k)}) {
      if (!runs.empty()) std::fill_n(writable(ends) + sorted.size(), kVectorPadding, 0);
    }
  }
  arrange(sorted, in_time, templates, set, static_cast<std::uint32_t>(tau));
  keep_others(in_time, static_cast<std::size_t>(tau));
}

// Strips end at multiples of the width, so that as many of them make a window everywhere.
void TemplateStrips::cut(std::span<const double> values, double strip_width) {
  const auto n = static_cast<std::uint32_t>(values.size());
  for (Strip strip; strip.last_rank < n; strips_.push_back(strip)) {
    strip.first_rank = strip.last_rank;
    const double first = values[strip.first_rank];
    const double bound = values[0] + (std::floor((first - values[0]) / strip_width) + 1.0) * strip_width;
    // A width of zero, or a bound that rounding moves, still leave one value in the strip.
    const auto belongs = [&](std::uint32_t rank) { return values[rank] < bound || values[rank] == first; };
    const std::uint32_t most = std::min(n - strip.first_rank, Strip::kMostRanks);
    std::uint32_t inside = 0, step = 1;
    while (step < most - inside && belongs(strip.first_rank + inside + step)) inside += step, step *= 2;
    std::uint32_t beyond = step < most - inside ? inside + step : most;
    while (beyond - inside > 1) {
      const std::uint32_t middle = inside + (beyond - inside) / 2;
      (belongs(strip.first_rank + middle) ? inside : beyond) = middle;
    }
    strip.last_rank = strip.first_rank + beyond;
  }
}

// Counting sort by strip: second samples are read in increasing order, so each strip is filled in that order. Places
// are ranks of first samples, so one piece has nothing to count; several have their own places in each strip.
void TemplateStrips::arrange(const SortedSamples& sorted, std::span<const Sample> samples, std::size_t templates,
                             const TemplateSet& set, std::uint32_t tau) {
  // Each piece counts for every strip, which is too slow if strips are about as many as templates.
  constexpr std::size_t templates_for_a_strip = 16;
  const Pieces pieces(sorted.size(), std::max(kWorthAThread, templates_for_a_strip * strips_.size()));
  const auto for_each_template = [&](std::size_t begin, std::size_t end, auto&& body) {
    for (std::size_t rank = begin; rank < end; ++rank) {
      const std::uint32_t second = sorted.times[rank], first = second - tau;
      if (second < tau || first >= templates || samples[first].rank == kNowhere || !set.contains(first)) continue;
      body(first, samples[first], static_cast<std::uint32_t>(rank));
    }
  };
  Starts starts(pieces.size(), std::vector<std::uint32_t>(strips_.size(), 0));
  if (pieces.size() > 1) {
    for_each_piece(pieces, [&](std::size_t piece, std::size_t begin, std::size_t end) {
      for_each_template(begin, end, [&](std::uint32_t, Sample first, std::uint32_t) { ++starts[piece][first.strip]; });
    });
  }
  for (std::size_t s = 0; s < strips_.size(); ++s) {
    std::uint32_t place = strips_[s].begin = strips_[s].first_rank;
    for (auto& of_piece : starts) place += std::exchange(of_piece[s], place);
  }
  for_each_piece(pieces, [&](std::size_t piece, std::size_t begin, std::size_t end) {
    std::uint32_t* next = starts[piece].data();
    std::uint32_t *times = writable(this->times()), *firsts = writable(ranks(0)), *seconds = writable(ranks(1));
    for_each_template(begin, end, [&](std::uint32_t time, Sample first, std::uint32_t second) {
      const std::uint32_t place = next[first.strip]++;
      times[place] = time;
      firsts[place] = first.rank;
      seconds[place] = second;
    });
  });
  for (std::size_t s = 0; s < strips_.size(); ++s) {
    strips_[s].end = starts.back()[s];
    // Ranks without a template leave places at the end of a strip.
    for (const std::uint32_t* array : {times(), ranks(0), ranks(1)})
      std::fill(writable(array) + strips_[s].end, writable(array) + strips_[s].last_rank, kNowhere);
  }
}

void TemplateStrips::keep_others(std::span<const Sample> samples, std::size_t tau) {
  for_each_piece({stride_ - kVectorPadding, kWorthAThread}, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (int k = 0; k < longest_; ++k) {
      std::uint32_t *ranks = writable(this->ranks(k)), *times = writable(this->times());
      for (std::size_t place = begin; k > 1 && place < end; ++place) {
        const std::size_t time = times[place] + static_cast<std::size_t>(k) * tau;
        ranks[place] = time < samples.size() ? samples[time].rank : kNowhere;
      }
      if (runs_.empty()) continue;
      std::uint32_t *begins = writable(this->begins(k)), *ends = writable(this->ends(k));
      for (std::size_t place = begin; place < end; ++place) {
        const PlaceRun run = ranks[place] < runs_.size() ? runs_[ranks[place]] : PlaceRun();
        begins[place] = run.begin;
        ends[place] = run.end;
      }
    }
  });
}

bool StripIndex::is_worth(const Strip& strip) const {
  constexpr std::size_t fewest = 128;
  return direct_ || strip.end - strip.begin >= fewest;
}

void StripIndex::take(const TemplateStrips& templates, const Strip& strip) {
  const std::size_t size = strip.end - strip.begin;
  constexpr std::size_t padding = 2 * kMostLanes;  // a vector from a few places behind the last on
  firsts_.resize(2 * size + padding);
  thirds_.resize(2 * size + padding);
  seconds_.resize(size + padding);
  std::copy_n(templates.ranks(1) + strip.begin, size, seconds_.begin());
  std::fill_n(seconds_.begin() + static_cast<std::ptrdiff_t>(size), padding, std::numeric_limits<std::int32_t>::max());
  const std::uint32_t* firsts = templates.ranks(0) + strip.begin;
  for (std::size_t k = 0; k < size; ++k) firsts_[k] = static_cast<std::int16_t>(firsts[k] - strip.first_rank);
  counted_ = false;
  if (templates.longest() < 3) return;
  const std::span thirds(templates.ranks(2) + strip.begin, size);
  if (direct_) {
    for (std::size_t k = 0; k < size; ++k) thirds_[k] = static_cast<std::int16_t>(thirds[k]);
    return;
  }
  sort_thirds(thirds);
  constexpr double fewest_matching = 512.0;
  counted_ = static_cast<double>(size) * matching_ >= fewest_matching;
  if (counted_) count_thirds(size);
}

// Counting sort by the upper bits, of about as many groups as there are samples, then by insertion.
void StripIndex::sort_thirds(std::span<const std::uint32_t> thirds) {
  least_ = kNowhere;
  std::uint32_t beyond = 0, size = 0;  // a missing sample is not below the least, and is 0 where 1 is added
  for (const std::uint32_t third : thirds) {
    least_ = std::min(least_, third);
    beyond = std::max(beyond, third + 1);
    size += third != kNowhere ? 1 : 0;
  }
  greatest_ = beyond - 1;
  if (size == 0) least_ = greatest_ = 0;
  shift_ = std::max(0, static_cast<int>(std::bit_width(greatest_ - least_)) - static_cast<int>(std::bit_width(size)));
  const auto group = [&](std::uint32_t third) { return (third - least_) >> shift_; };
  starts_.assign(group(greatest_) + 3, 0);
  for (const std::uint32_t third : thirds) {
    if (third != kNowhere) ++starts_[group(third) + 2];
  }
  const bool is_even = *std::max_element(starts_.begin(), starts_.end()) <= kMostByInsertion;
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  items_.resize(size);
  constexpr int place_bits = 32;
  for (std::size_t place = 0; place < thirds.size(); ++place) {
    if (const std::uint32_t third = thirds[place]; third != kNowhere) {
      items_[starts_[group(third) + 1]++] = std::uint64_t{third} << place_bits | place;
    }
  }
  is_even ? sort_by_insertion(items_) : std::sort(items_.begin(), items_.end());
  sorted_.resize(size + kMostLanes);
  std::fill_n(sorted_.begin() + size, kMostLanes, std::numeric_limits<std::int32_t>::max());
  std::fill_n(thirds_.begin(), thirds.size(), std::int16_t{-1});
  for (std::uint32_t rank = 0; rank < size; ++rank) {
    sorted_[rank] = static_cast<std::int32_t>(items_[rank] >> place_bits);
    thirds_[static_cast<std::uint32_t>(items_[rank])] = static_cast<std::int16_t>(rank);
  }
}

void StripIndex::count_thirds(std::size_t places) {
  constexpr std::size_t word_ranks = 64;
  const std::size_t rows = places / kCounted + 1;
  words_ = (sorted_.size() - kMostLanes) / word_ranks + 1;
  present_.resize(rows * words_);
  before_.resize(rows * words_);
  std::fill_n(present_.begin(), words_, 0);
  std::fill_n(before_.begin(), words_, 0);
  std::vector<std::uint16_t> added(words_ + 1);
  for (std::size_t row = 1; row < rows; ++row) {
    std::uint64_t* present = present_.data() + row * words_;
    std::copy_n(present - words_, words_, present);
    std::fill(added.begin(), added.end(), 0);
    for (std::size_t place = (row - 1) * kCounted; place < row * kCounted; ++place) {
      const auto rank = static_cast<std::uint16_t>(thirds_[place]);
      if (rank == kDirect) continue;
      present[rank / word_ranks] |= std::uint64_t{1} << rank % word_ranks;
      ++added[rank / word_ranks + 1];
    }
    std::uint16_t* before = before_.data() + row * words_;
    const std::uint16_t* last = before - words_;
    std::uint16_t so_far = 0;
    for (std::size_t word = 0; word < words_; ++word) {
      so_far = static_cast<std::uint16_t>(so_far + added[word]);
      before[word] = static_cast<std::uint16_t>(last[word] + so_far);
    }
  }
}

}  // namespace biotropy::match
