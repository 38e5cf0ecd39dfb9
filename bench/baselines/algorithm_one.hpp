// SPDX-License-Identifier: Apache-2.0
//
// Cross-ApEn on a CPU as in Martinez-Zarzuela et al. 2013: the basic program, Algorithm 1 of figure 1 that merges m and
// m + 1, and the same without a branch in the inner loop, which a compiler can vectorise. They are the baselines of the
// benchmarks; they take normalised series and apply bias max.
#pragma once

#include <span>

namespace biotropy::baselines {

/// One pass for m and one for m + 1 (section 3.1, called C(1) in figure 4).
double cross_apen_basic(std::span<const double> u, std::span<const double> v, int m, double r);

/// Algorithm 1 (figure 1): both lengths in one pass; distances of length m are continued.
double cross_apen_merged(std::span<const double> u, std::span<const double> v, int m, double r);

/// The merged form with comparisons as numbers, compiled for each generation of vector instructions. m = 1 or 2.
double cross_apen_branch_free(std::span<const double> u, std::span<const double> v, int m, double r);

}  // namespace biotropy::baselines
