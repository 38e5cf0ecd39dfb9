// SPDX-License-Identifier: Apache-2.0
//
// Rank space of one pair of series: the samples of y are sorted, and those that match a sample of x are one run of that
// order (run_walk.hpp). After the walk a match is a comparison of integers.
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
