// SPDX-License-Identifier: Apache-2.0
//
// The engines that count matching composite vectors. Each adds the matches to counts that have none.
#pragma once

#include "biotropy/match/multivariate/composite_query.hpp"

namespace biotropy::match {

/// composite_direct.cpp: plain double loop over the vectors; defines the answer.
void count_composite_directly(const CompositeQuery& query, const CompositeVectors& vectors, CompositeCounts& counts,
                              const CancelFlag* cancel);

/// composite_bits.cpp: sets of matching times as rows of bits.
void count_composite_bits(const CompositeQuery& query, const CompositeVectors& vectors, CompositeCounts& counts,
                          const CancelFlag* cancel);

}  // namespace biotropy::match
