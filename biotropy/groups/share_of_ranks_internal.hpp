// SPDX-License-Identifier: Apache-2.0
//
// Exact distribution of the rank sum of one of two groups: every choice of its members among the ranks of an entry is
// equally likely. The number of choices with each sum is built up rank by rank (Streitberg and Roehmel 1986), with
// ties, in time n_first n (sum of ranks); enumeration would grow without bound. Entries without ties share one
// distribution for each pair of sizes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "biotropy/groups/ranks_internal.hpp"

namespace biotropy::groups {

/// Two-sided tails: element s is the probability that the sum of centred ranks is at least s away from 0.
using RankTails = std::vector<double>;

/// Tails for any ranks, doubled and centred, `chosen` of which form the group.
RankTails rank_tails(const std::vector<std::int32_t>& centred, std::size_t chosen);

/// Caches the distributions of entries without ties; thread-safe.
class SharedRankTails {
 public:
  /// Probability of a sum at least as far from 0 as `sum`.
  /// @param ranks ranks of an entry with `chosen` values in the group that has this sum.
  double p(const Ranks& ranks, std::size_t chosen, std::int64_t sum);

 private:
  std::shared_ptr<const RankTails> untied(const std::vector<std::int32_t>& present, std::size_t chosen);

  std::mutex mutex_;
  std::map<std::pair<std::size_t, std::size_t>, std::shared_ptr<const RankTails>> kept_;
};

}  // namespace biotropy::groups
