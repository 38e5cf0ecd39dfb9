// SPDX-License-Identifier: Apache-2.0
//
// Rank space of one pair of series: both are sorted, and the samples of y that match a sample of x are one run of y's
// order (run_walk.hpp). After the walk a match is a comparison of integers.
#pragma once

#include <cstdint>
#include <vector>

#include "biotropy/aligned.hpp"
#include "biotropy/match/engines/run_walk.hpp"
#include "biotropy/match/query.hpp"

namespace biotropy::match {

/// Rank of a missing sample, and of one beyond the end of the series.
constexpr std::uint32_t kNowhere = 0xffffffffU;

/// Samples of a series by value, without missing ones.
struct SortedSamples {
  explicit SortedSamples(Samples samples);

  std::size_t size() const { return times.size(); }

  std::vector<std::uint32_t> times;
  UnfilledVector<double> values;
};

using SampleRuns = UnfilledVector<PlaceRun>;

/// Runs of the samples of x, by rank, among those of y.
SampleRuns runs_among(const SortedSamples& x, const SortedSamples& y, double r, Boundary boundary);

/// The same in the order of time.
struct RankSpace {
  RankSpace(Samples x, Samples y, double r, Boundary boundary);

  std::vector<std::uint32_t> times;  ///< time positions of y by value, without missing samples
  std::vector<std::uint32_t> ranks;  ///< for each sample of y, in time order, its place in `times`
  std::vector<PlaceRun> runs;        ///< for each sample of x, in time order, its matches in `times`; empty for NaN
};

}  // namespace biotropy::match
