// SPDX-License-Identifier: Apache-2.0
//
// Algorithm 3 of Garcia-Molla et al. 2019 as published: the density of every component as a sum over all pre-classified
// signals, and the product of the components.
#pragma once

#include <span>

namespace biotropy::baselines {

/// @param sources S, one component after the other: [component * signals + signal].
/// @param signal s, one number for each component.
/// @param deviations sig: for each component the median distance from the median, divided by 0.6745.
double density(std::span<const double> sources, std::span<const double> signal, std::span<const double> deviations);

}  // namespace biotropy::baselines
