// SPDX-License-Identifier: Apache-2.0
//
// Pairs of templates too close in time to count (a template with itself, the Theiler window). They form a narrow band
// |i - j| <= theiler, so an engine may count everything and subtract the band.
#pragma once

#include <functional>

#include "biotropy/match/tally.hpp"

namespace biotropy::match {

/// True if the rule excludes the pair (i, j).
inline bool excluded(const Rule& rule, std::size_t i, std::size_t j) {
  const auto distance = static_cast<std::int64_t>(i < j ? j - i : i - j);
  return distance <= rule.theiler;
}

/// Adds `change` at every length of the rule at which template i of x matches template j of y; both must be in their
/// TemplateSet.
void count_template_pair(Samples x, Samples y, std::size_t i, std::size_t j, const Rule& rule, Tally& tally,
                         std::int32_t change = 1);

/// Subtracts the matches inside the excluded band from a tally that counted every pair. O(n (2 theiler + 1)).
void remove_excluded(Samples x, Samples y, const Rule& rule, Tally& tally);

/// Counts the pairs of every group, on the threads of the surrounding with_threads: `count` adds every match to the
/// tally, then the excluded pairs are removed.
void count_pairs(const Query& query, const Sink& sink, const CancelFlag* cancel,
                 const std::function<void(Samples x, Samples y, Tally& tally)>& count);

}  // namespace biotropy::match
