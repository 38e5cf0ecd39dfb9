// SPDX-License-Identifier: Apache-2.0
//
// Properties that the cost of an engine depends on besides the sizes, estimated from a few samples of one pair of the
// query: how often templates match, and the number of distinct values. Takes some ten microseconds for any query.
#pragma once

#include "biotropy/match/query.hpp"

namespace biotropy::match {

struct QuerySketch {
  explicit QuerySketch(const Query& query);

  double distinct = 0.0;  ///< distinct values of a series; infinite if no bound is visible
  double run = 0.0;       ///< mean number of distinct values that match one of them
  double one = 0.0;       ///< fraction of all pairs of templates that match in their first sample
  double both = 0.0;      ///< and in the first two
};

}  // namespace biotropy::match
