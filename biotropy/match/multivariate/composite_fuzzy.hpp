// SPDX-License-Identifier: Apache-2.0
//
// Sums of membership over pairs of composite delay vectors, in place of their matches: multivariate fuzzy entropy
// (Ahmed et al. 2016). The relative error against the exact sum is below 1e-12, and the bits are the same for every
// number of threads and every instruction set.
#pragma once

#include "biotropy/match/fuzzy/membership.hpp"
#include "biotropy/match/multivariate/composite_query.hpp"

namespace biotropy::match {

struct CompositeSums {
  double at_m = 0.0, at_m1 = 0.0;  ///< over unordered pairs of vectors
  CompositeCounts pairs;           ///< without matches
};

/// @param query its r is that of the membership; the boundary has no effect.
/// @param remove_local_mean subtracts the mean of its coordinates, of all channels, from every vector.
/// @throws Error as count_composite().
CompositeSums composite_sums(const CompositeQuery& query, const Membership& membership, bool remove_local_mean,
                             const Execution& execution = {});

}  // namespace biotropy::match
