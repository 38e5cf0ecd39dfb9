// SPDX-License-Identifier: Apache-2.0
//
// Sums of membership by the plain double loop, in long double throughout.
#pragma once

#include <cstdint>
#include <vector>

#include "biotropy/match/fuzzy/fuzzy.hpp"

namespace biotropy::match {

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
