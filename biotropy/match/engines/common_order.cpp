// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/engines/common_order.hpp"

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
  const SortedSamples sorted(values);
  size_ = sorted.size();
  const SampleRuns runs = runs_among(sorted, sorted, r, boundary);
  // With a single epoch these are all that can run in parallel before the pairs.
  const auto store = [&](std::size_t which) {
    if (which == 0) store_places(sorted, runs, &PlaceRun::begin, begins_);
    if (which == 1) store_places(sorted, runs, &PlaceRun::end, ends_);
    if (which == 2) sort_series(sorted.times, owner);
  };
  if (size_ < kWorthThreads) {
    for (std::size_t which = 0; which < 3; ++which) store(which);
  } else {
    parallel_for(3, nullptr, store);
  }
}

void CommonOrder::store_places(const SortedSamples& sorted, std::span<const PlaceRun> runs,
                               std::uint32_t PlaceRun::*end, std::vector<PlaceCode>& codes) {
  codes.assign(offsets_.back(), code(0));
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    // Where a sample does not match itself, its run is empty and ends there.
    codes[sorted.times[k]] = code(runs[k].begin < runs[k].end ? runs[k].*end : k);
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
  constexpr std::uint64_t one = std::uint64_t{1} << kCountShift;
  for (const std::uint32_t place : sorted(places_, series)) {
    words[place / kPlacesPerWord] += one | std::uint64_t{1} << (place % kPlacesPerWord);
  }
  std::uint64_t before = 0;
  for (std::uint64_t& word : words) {
    const std::uint64_t members = word & ~(one - 1);
    word += before - members;
    before += members;
  }
}

}  // namespace biotropy::match
