// SPDX-License-Identifier: Apache-2.0
//
// Rank space for a group of series. All samples of the group are sorted once; the samples that match x are one run of
// that common order (run_walk.hpp). The number of samples of *one* series y before an end of the run is a rank query on
// a bit vector: one bit per place of the common order, set where the sample belongs to y. One 64-bit word holds 48
// places and, above them, the number of set bits before it: a rank is one load, one mask, one population count. From
// here on only integers are compared, so results are exact for all values.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/match/engines/rank_space.hpp"
#include "biotropy/match/query.hpp"

namespace biotropy::match {

/// A place in the common order, split for the rank query: word << 6 | bit.
using PlaceCode = std::uint32_t;

class CommonOrder {
 public:
  /// Each series must have fewer than 2^16 samples.
  CommonOrder(std::span<const Samples> series, double r, Boundary boundary);

  /// For each sample of the series, in time order, the begin and end of its run of matching samples in the common
  /// order. A NaN has an empty run.
  std::span<const PlaceCode> begins(std::size_t series) const { return slice(begins_, series); }
  std::span<const PlaceCode> ends(std::size_t series) const { return slice(ends_, series); }

  /// Time positions of the samples of the series that are not NaN, by increasing value.
  std::span<const std::uint32_t> sorted_times(std::size_t series) const { return sorted(times_, series); }

  /// Bit vector of the series, as described above.
  void rank_words(std::size_t series, std::vector<std::uint64_t>& words) const;
  /// Number of words of each bit vector.
  std::size_t rank_word_count() const;

 private:
  template <typename T>
  std::span<const T> slice(const std::vector<T>& all, std::size_t series) const {
    return std::span(all).subspan(offsets_[series], offsets_[series + 1] - offsets_[series]);
  }
  template <typename T>
  std::span<const T> sorted(const std::vector<T>& all, std::size_t series) const {
    return std::span(all).subspan(offsets_[series], present_[series]);
  }

  // Begins or ends of runs by value as codes in the order of time.
  void store_places(const SortedSamples& sorted, std::span<const PlaceRun> runs, std::uint32_t PlaceRun::*end,
                    std::vector<PlaceCode>& codes);
  void sort_series(std::span<const std::uint32_t> order, std::span<const std::uint32_t> owner);

  std::vector<std::size_t> offsets_;      // of each series in the concatenated samples
  std::vector<std::uint32_t> present_;    // samples of each series that are not NaN
  std::vector<PlaceCode> begins_, ends_;  // one per sample
  std::vector<std::uint32_t> times_;      // per series: time positions by value
  std::vector<std::uint32_t> places_;     // per series: places in the common order, increasing
  std::size_t size_ = 0;                  // places in the common order
};

}  // namespace biotropy::match
