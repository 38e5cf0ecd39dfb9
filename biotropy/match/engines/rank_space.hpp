// SPDX-License-Identifier: Apache-2.0
//
// Rank space of one pair of series: the samples of y are sorted; those that match a sample of x are one run of that
// order, because fl(x - y) is monotone in y. One walk over both sorted series finds the runs with the exact predicate;
// after that a match is a comparison of integers.
#pragma once

#include <cstdint>
#include <vector>

#include "biotropy/match/engines/run_walk.hpp"
#include "biotropy/match/query.hpp"

namespace biotropy::match {

struct RankSpace {
  /// Rank of a missing sample, and of one beyond the end of the series: inside no run.
  static constexpr std::uint32_t kNowhere = 0xffffffffU;

  RankSpace(Samples x, Samples y, double r, Boundary boundary);

  std::vector<std::uint32_t> times;  ///< time positions of y by value, without missing samples
  std::vector<std::uint32_t> ranks;  ///< for each sample of y, in time order, its place in `times`
  std::vector<PlaceRun> runs;        ///< for each sample of x, in time order, its matches in `times`; empty for NaN
};

}  // namespace biotropy::match
