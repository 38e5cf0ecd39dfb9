// SPDX-License-Identifier: Apache-2.0
//
// Pairs of templates that lie too close in time to count (the match of a template with itself, Theiler's window).
// They form a narrow band |i - j| <= theiler, so an engine may count everything and take the band away again.
#pragma once

#include "biotropy/match/tally.hpp"

namespace biotropy::match {

/// Whether the rule leaves the pair (i, j) out.
inline bool excluded(const Rule& rule, std::size_t i, std::size_t j) {
  const auto distance = static_cast<std::int64_t>(i < j ? j - i : i - j);
  return distance <= rule.theiler;
}

/// Adds `change` at every length of the rule at which template i of x matches template j of y, both of them in their
/// TemplateSet.
void count_template_pair(Samples x, Samples y, std::size_t i, std::size_t j, const Rule& rule, Tally& tally,
                         std::int32_t change = 1);

/// Takes the matches inside the excluded band away from a tally that counted every pair. O(n (2 theiler + 1)).
void remove_excluded(Samples x, Samples y, const Rule& rule, Tally& tally);

}  // namespace biotropy::match
