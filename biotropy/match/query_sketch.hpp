// SPDX-License-Identifier: Apache-2.0
//
// Properties that the cost of an engine depends on besides the sizes, estimated from a few samples of one pair of the
// query: how often templates match, and the number of distinct values. Takes some ten microseconds for any query. Short
// series are not looked at: for them the values below stand for the worst case.
#pragma once

#include "biotropy/match/query.hpp"

namespace biotropy::match {

struct QuerySketch {
  explicit QuerySketch(const Query& query);

  double distinct = INFINITY;  ///< distinct values of a series; infinite if no bound is visible
  double run = INFINITY;       ///< mean number of distinct values that match one of them
  double one = 1.0;       ///< fraction of all pairs of templates that match in their first sample
  double both = 1.0;      ///< and in the first two
};

}  // namespace biotropy::match
