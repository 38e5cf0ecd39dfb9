// SPDX-License-Identifier: Apache-2.0
//
// How often matching pairs of templates share samples with one another: what the variance of a conditional probability
// needs, because such pairs are not independent (Lake et al. 2002, appendix).
#pragma once

#include <cstdint>
#include <vector>

#include "biotropy/match/query.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::match {

/// The matching pairs at one template length, and the couples of them that overlap.
struct Overlaps {
  std::uint64_t pairs = 0;  ///< matching pairs: i < j in a series compared with itself, (i of x, j of y) in two
  /// Couples (P, Q) of different matching pairs such that a template of P starts at most `window` samples from a
  /// template of Q in the same series. Each couple counts in both orders, as a covariance does.
  std::uint64_t couples = 0;
  /// The same with P matching at this length and Q at the length before it in the rule, where P, too, is a match; 0 for
  /// the first length.
  std::uint64_t couples_with_shorter = 0;
};

/// One entry for each length of the rule; x and y are the same samples where a series is compared with itself, which
/// the rule must then keep from matching itself (theiler of at least 0). Memory is O(n window).
/// @param window at least 0. @throws Error invalid_argument, invalid_data, cancelled.
std::vector<Overlaps> count_overlaps(Samples x, Samples y, const Rule& rule, std::int64_t window,
                                     const Execution& execution = {});

}  // namespace biotropy::match
