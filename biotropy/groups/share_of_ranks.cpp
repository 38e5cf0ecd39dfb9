// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "biotropy/groups/share_of_ranks_internal.hpp"

namespace biotropy::groups {

namespace {

/// Numbers of choices as doubles: they exceed 2^64, and a sum of positive terms keeps its relative accuracy.
std::vector<double> choices_by_sum(const std::vector<std::int32_t>& from_zero, std::size_t chosen) {
  const std::size_t highest = static_cast<std::size_t>(*std::max_element(from_zero.begin(), from_zero.end())) * chosen;
  std::vector<std::vector<double>> choices(chosen + 1, std::vector<double>(highest + 1));
  choices[0][0] = 1.0;
  std::size_t seen = 0;
  for (const std::int32_t rank : from_zero) {
    const auto step = static_cast<std::size_t>(rank);
    ++seen;
    for (std::size_t members = std::min(seen, chosen); members > 0; --members) {
      for (std::size_t sum = step; sum <= highest; ++sum) choices[members][sum] += choices[members - 1][sum - step];
    }
  }
  return choices[chosen];
}

}  // namespace

RankTails rank_tails(const std::vector<std::int32_t>& centred, std::size_t chosen) {
  const auto shift = static_cast<std::int32_t>(centred.size()) - 1;  // the smallest rank is at least -shift
  std::vector<std::int32_t> from_zero;
  for (const std::int32_t rank : centred) from_zero.push_back(rank + shift);
  const std::vector<double> choices = choices_by_sum(from_zero, chosen);

  const std::int64_t middle = static_cast<std::int64_t>(shift) * static_cast<std::int64_t>(chosen);
  RankTails tails(static_cast<std::size_t>(middle) + 1);
  for (std::size_t sum = 0; sum < choices.size(); ++sum) {
    if (choices[sum] == 0.0) continue;
    tails[static_cast<std::size_t>(std::abs(static_cast<std::int64_t>(sum) - middle))] += choices[sum];
  }
  for (std::size_t away = tails.size() - 1; away > 0; --away) tails[away - 1] += tails[away];
  // Above 2^53 choices sums are rounded; the first tail contains all of them, so dividing by it makes its p exactly 1.
  const double all = tails.front();
  for (double& tail : tails) tail /= all;
  return tails;
}

std::shared_ptr<const RankTails> SharedRankTails::untied(const std::vector<std::int32_t>& present, std::size_t chosen) {
  const std::lock_guard lock(mutex_);
  auto& kept = kept_[{present.size(), chosen}];
  if (!kept) kept = std::make_shared<const RankTails>(rank_tails(present, chosen));
  return kept;
}

double SharedRankTails::p(const Ranks& ranks, std::size_t chosen, std::int64_t sum) {
  std::vector<std::int32_t> present;
  for (std::size_t participant = 0; participant < ranks.centred().size(); ++participant) {
    if (ranks.has_value(participant)) present.push_back(ranks.centred()[participant]);
  }
  // The sum of the other group is the negative, so the smaller group is used.
  chosen = std::min(chosen, present.size() - chosen);
  const auto away = static_cast<std::size_t>(std::abs(sum));
  return ranks.tied() ? rank_tails(present, chosen)[away] : (*untied(present, chosen))[away];
}

}  // namespace biotropy::groups
