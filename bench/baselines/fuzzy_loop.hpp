// SPDX-License-Identifier: Apache-2.0
//
// FuzzyEn and Cross-FuzzyEn by a plain double loop: templates without their mean, one exponential for each pair and
// length.
#pragma once

#include <span>

namespace biotropy::baselines {

/// Membership exp(-(d / r)^2); N - m templates at both lengths, self matches left out.
/// @param r tolerance in the units of x.
double fuzzy_entropy_loop(std::span<const double> x, int m, double r);

/// The same over all pairs of a template of each series; both are as long and z-scored.
double cross_fuzzy_entropy_loop(std::span<const double> u, std::span<const double> v, int m, double r);

}  // namespace biotropy::baselines
