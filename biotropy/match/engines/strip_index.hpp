// SPDX-License-Identifier: Apache-2.0
//
// First and third samples of one strip in 16 bits, so that a vector holds twice as many candidates. Ranks of first
// samples count from the first one of the strip. Ranks of a series of fewer than 2^16 samples fit; in longer ones third
// samples are ranked among those of the strip (rank_map.hpp), and the comparison stays exact.
#pragma once

#include <cstdint>
#include <vector>

#include "biotropy/match/engines/strips.hpp"

namespace biotropy::match {

class StripIndex {
 public:
  /// Places that are read at once, at most.
  static constexpr std::size_t kMostLanes = 32;

  /// @param n_ranks ranks of the whole series.
  explicit StripIndex(std::size_t n_ranks) : direct_(n_ranks <= kDirect), thirds_below_(direct_ ? 0 : n_ranks) {}

  /// False if building the index of the strip, which reads all words, takes longer than comparing 32 bits.
  bool is_worth(const Strip& strip) const;

  /// Builds the index of a strip.
  void take(const TemplateStrips& templates, const Strip& strip);

  /// Whether ranks of the whole series are kept.
  bool is_direct() const { return direct_; }
  /// Number of third samples of the strip, or of the series, below the rank, which is at most n_ranks.
  std::uint32_t below(std::uint32_t rank) const { return direct_ ? rank : thirds_below_.below(rank); }

  /// Ranks of second samples by place behind the first of the strip, and greater ones behind the last.
  const std::int32_t* seconds() const { return seconds_.data(); }
  /// Ranks of first and third samples, as above; 0xffff for a missing third sample. As many places as the strip has,
  /// and a vector, can be read behind the last: templates that are compared side by side take as many steps as the one
  /// with the most candidates.
  const std::int16_t* firsts() const { return firsts_.data(); }
  const std::int16_t* thirds() const { return thirds_.data(); }

 private:
  static constexpr std::size_t kDirect = 0xffff;

  bool direct_;
  RankMap thirds_below_;
  UnfilledVector<std::int32_t> seconds_;
  UnfilledVector<std::int16_t> firsts_, thirds_;
};

}  // namespace biotropy::match
