// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/engines/common_order.hpp"

#include "biotropy/match/engines/argsort.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::match {

namespace {

constexpr std::size_t kPlacesPerWord = 48;
constexpr int kCountShift = 48;
constexpr std::size_t kWorthThreads = 2048;  // samples; starting a thread takes about as long as processing this many

PlaceCode code(std::size_t place) {
  return static_cast<PlaceCode>((place / kPlacesPerWord) << 6 | (place % kPlacesPerWord));
}

}  // namespace

CommonOrder::CommonOrder(std::span<const Samples> series, double r, Boundary boundary) {
  offsets_.push_back(0);
  for (const Samples samples : series) offsets_.push_back(offsets_.back() + samples.size());
  std::vector<double> values;
  std::vector<std::uint32_t> owner;
  values.reserve(offsets_.back());
  owner.reserve(offsets_.back());
  for (std::size_t s = 0; s < series.size(); ++s) {
    values.insert(values.end(), series[s].begin(), series[s].end());
    owner.insert(owner.end(), series[s].size(), static_cast<std::uint32_t>(s));
  }
  const std::vector<std::uint32_t> order = argsort(values);
  size_ = order.size();
  std::vector<double> sorted(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) sorted[k] = values[order[k]];
  // Three independent walks; with a single epoch they are all that can run in parallel before the pairs.
  const auto walk = [&](std::size_t which) {
    if (which == 0) find_begins(sorted, order, r, boundary);
    if (which == 1) find_ends(sorted, order, r, boundary);
    if (which == 2) sort_series(order, owner);
  };
  if (size_ < kWorthThreads) {
    for (std::size_t which = 0; which < 3; ++which) walk(which);
  } else {
    parallel_for(3, nullptr, walk);
  }
}

// Begins and ends only move forward: a larger x is at least as far from everything below it.
void CommonOrder::find_begins(std::span<const double> sorted, std::span<const std::uint32_t> order, double r,
                              Boundary boundary) {
  begins_.assign(offsets_.back(), code(0));
  std::size_t begin = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    while (begin < k && !matches(sorted[k], sorted[begin], r, boundary)) ++begin;
    begins_[order[k]] = code(begin);
  }
}

void CommonOrder::find_ends(std::span<const double> sorted, std::span<const std::uint32_t> order, double r,
                            Boundary boundary) {
  ends_.assign(offsets_.back(), code(0));
  std::size_t end = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    end = end < k ? k : end;
    while (end < order.size() && matches(sorted[k], sorted[end], r, boundary)) ++end;
    ends_[order[k]] = code(end);
  }
}

void CommonOrder::sort_series(std::span<const std::uint32_t> order, std::span<const std::uint32_t> owner) {
  present_.assign(offsets_.size() - 1, 0);
  times_.resize(owner.size());
  places_.resize(owner.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::uint32_t series = owner[order[k]];
    const std::size_t slot = offsets_[series] + present_[series]++;
    times_[slot] = static_cast<std::uint32_t>(order[k] - offsets_[series]);
    places_[slot] = static_cast<std::uint32_t>(k);
  }
}

std::size_t CommonOrder::rank_word_count() const {
  return size_ / kPlacesPerWord + 1;
}

void CommonOrder::rank_words(std::size_t series, std::vector<std::uint64_t>& words) const {
  words.assign(rank_word_count(), 0);
  for (const std::uint32_t place : sorted(places_, series)) {
    words[place / kPlacesPerWord] |= std::uint64_t{1} << (place % kPlacesPerWord);
  }
  std::uint64_t before = 0;
  for (std::uint64_t& word : words) {
    const auto members = static_cast<std::uint64_t>(__builtin_popcountll(word));
    word |= before << kCountShift;
    before += members;
  }
}

}  // namespace biotropy::match
