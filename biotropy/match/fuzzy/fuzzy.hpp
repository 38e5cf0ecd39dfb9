// SPDX-License-Identifier: Apache-2.0
//
// Sums of membership over pairs of templates, where the counters count matches: the one quantity behind every fuzzy
// entropy. It stands beside the counters because it asks the same question (Query: series, pairs, lengths, delay, which
// templates, which pairs are left out) with a softer predicate, and because the measures above should not know how it
// is answered. It is no Counter, whose promise is equal integers: the promise here is a relative error below 1e-12
// against the exact sum, and the same bits for every number of threads and every instruction set.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "biotropy/match/fuzzy/membership.hpp"
#include "biotropy/match/query.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::match {

struct FuzzyQuery {
  /// Rule::r is the r of the membership function; the boundary and counts per template have no meaning here.
  Query query;
  Membership membership;
  bool remove_local_mean = true;  ///< every template loses its own mean before it is compared
};

/// The sum at one template length.
struct FuzzySum {
  double total = 0.0;       ///< of the membership over ordered pairs (i, j), i a template of x, j one of y
  std::uint64_t pairs = 0;  ///< how many such pairs there are: templates without a missing sample, not left out
};

/// The sums of one pair of one group, at the lengths of the rule in their order. Valid during the call only.
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
