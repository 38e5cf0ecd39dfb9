// SPDX-License-Identifier: Apache-2.0
//
// What an engine's cost depends on beside the sizes, judged by a few samples of one pair of the query: how often
// templates match, and how many distinct values there are. It takes some ten microseconds, whatever the query.
#pragma once

#include "biotropy/match/query.hpp"

namespace biotropy::match {

struct QuerySketch {
  explicit QuerySketch(const Query& query);

  double distinct = 0.0;  ///< distinct values of a series; infinite where there is no sign of a bound
  double run = 0.0;       ///< of these, how many match one of them
  double one = 0.0;       ///< fraction of all pairs of templates that match in their first sample
  double both = 0.0;      ///< and in the first two
};

}  // namespace biotropy::match
