// SPDX-License-Identifier: Apache-2.0
//
// Number of matching pairs of templates that share samples: the variance of a conditional probability needs it, because
// such pairs are not independent (Lake et al. 2002, appendix).
#pragma once

#include <cstdint>
#include <vector>

#include "biotropy/match/query.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::match {

/// Matching pairs at one template length, and couples of them that overlap.
struct Overlaps {
  std::uint64_t pairs = 0;  ///< matching pairs: i < j in a self comparison, (i of x, j of y) in two series
  /// Couples (P, Q) of different matching pairs such that a template of P starts at most `window` samples from a
  /// template of Q in the same series. Each couple counts in both orders, as in a covariance.
  std::uint64_t couples = 0;
  /// The same with P matching at this length and Q at the previous length of the rule, where P matches too; 0 for the
  /// first length.
  std::uint64_t couples_with_shorter = 0;
};

/// One entry per length of the rule. x and y are the same samples in a self comparison; the rule must then exclude
/// self-matches (theiler of at least 0). Memory is O(n window).
/// @param window at least 0.
/// @throws Error invalid_argument, invalid_data, cancelled.
std::vector<Overlaps> count_overlaps(Samples x, Samples y, const Rule& rule, std::int64_t window,
                                     const Execution& execution = {});

}  // namespace biotropy::match
