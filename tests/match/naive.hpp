// SPDX-License-Identifier: Apache-2.0
//
// What the library computes, from the definitions, without its code except the queries themselves.
#pragma once

#include <cstdint>
#include <vector>

#include "biotropy/match/fuzzy/fuzzy.hpp"
#include "biotropy/match/multivariate/composite_query.hpp"
#include "biotropy/match/query.hpp"

namespace biotropy::match {

/// Counts pair by pair, no sharing between lengths: [length][template of x].
std::vector<std::vector<std::uint64_t>> naive_counts(Samples x, Samples y, const Rule& rule);

/// Matching composite delay vectors from the papers' equations (Ahmed and Mandic 2011, 2012): every vector is written
/// out, and every pair compared.
CompositeCounts naive_composite(const CompositeQuery& query);

/// Sums of membership by the plain double loop, in long double throughout.
struct NaiveSum {
  long double total = 0.0L;
  std::uint64_t pairs = 0;
};

/// The degree of membership, from the formulas of membership.hpp.
long double naive_degree(const Membership& membership, long double r, long double distance);

/// One sum for each length of the rule. `u` and `v` are the same series in a self comparison.
std::vector<NaiveSum> naive_fuzzy_sums(const std::vector<double>& u, const std::vector<double>& v, const Rule& rule,
                                       const Membership& membership, bool remove_local_mean);

}  // namespace biotropy::match
