// SPDX-License-Identifier: Apache-2.0
//
// The exact distribution of the sum of the ranks of one of two groups: every choice of its members among the ranks of
// an entry is as likely as any other. The number of choices with each sum is built up rank by rank (Streitberg and
// Roehmel 1986), with ties, in time n_first n (sum of ranks) in place of their number, which grows without bounds.
// Entries without ties share one distribution for each pair of sizes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "biotropy/groups/ranks_internal.hpp"

namespace biotropy::groups {

/// Two-sided tails: at s the probability that the sum of centred ranks is at least s away from 0.
using RankTails = std::vector<double>;

/// Of any ranks, doubled and centred, of which `chosen` form the group.
RankTails rank_tails(const std::vector<std::int32_t>& centred, std::size_t chosen);

/// Keeps the distributions of entries without ties; any thread may ask.
class SharedRankTails {
 public:
  /// The probability of a sum at least as far from 0 as `sum`.
  /// @param ranks of an entry with `chosen` values in the group that has this sum.
  double p(const Ranks& ranks, std::size_t chosen, std::int64_t sum);

 private:
  std::shared_ptr<const RankTails> untied(const std::vector<std::int32_t>& present, std::size_t chosen);

  std::mutex mutex_;
  std::map<std::pair<std::size_t, std::size_t>, std::shared_ptr<const RankTails>> kept_;
};

}  // namespace biotropy::groups
