// SPDX-License-Identifier: Apache-2.0
//
// Sums of membership over pairs of templates, the quantity behind every fuzzy entropy. The Query is that of the
// engines (series, pairs, lengths, delay, templates, excluded pairs); only the predicate is graded. It is no Engine,
// because engines return equal integers; here the relative error against the exact sum is below 1e-12, and the bits
// are the same for every number of threads and every instruction set.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "biotropy/match/fuzzy/membership.hpp"
#include "biotropy/match/query.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::match {

struct FuzzyQuery {
  /// Rule::r is the r of the membership function; the boundary and counts per template are not used.
  Query query;
  Membership membership;
  bool remove_local_mean = true;  ///< subtracts its mean from every template before comparison
};

/// The sum at one template length.
struct FuzzySum {
  double total = 0.0;       ///< membership over ordered pairs (i, j), i a template of x, j one of y
  std::uint64_t pairs = 0;  ///< number of these pairs: templates without a missing sample, not excluded
};

/// Sums of one pair of one group, at the lengths of the rule in their order. Valid during the call only.
struct FuzzySums {
  std::size_t group = 0;
  std::size_t pair = 0;  ///< position in Query::pairs
  std::span<const FuzzySum> lengths;
};

/// Receives every (group, pair) exactly once, in any order, from several threads at the same time.
using FuzzySink = std::function<void(const FuzzySums&)>;

/// Validates the query and sums everything with the given threads. Memory is O(n) per series.
/// @throws Error invalid_argument, invalid_data, unsupported, cancelled.
void fuzzy_sums(const FuzzyQuery& fuzzy, const FuzzySink& sink, const Execution& execution = {});

}  // namespace biotropy::match
