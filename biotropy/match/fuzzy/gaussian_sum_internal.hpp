// SPDX-License-Identifier: Apache-2.0
//
// Fuzzy sums whose membership is a Gaussian of the distance, in N log N steps in place of N^2 / 2. Templates of one
// sample, and of two or three without their mean, lie on a line or in a plane, where a pair of them is summed by the
// one coordinate that is its distance (gaussian_sum.cpp).
#pragma once

#include <optional>

#include "biotropy/match/fuzzy/fuzzy.hpp"

namespace biotropy::match {

/// Whether the sums of these two series at this length are looked for in this way: they depend on nothing but the
/// query, so that every device has the same bits.
bool may_be_gaussian(Samples x, Samples y, const FuzzyQuery& fuzzy, int length);

/// The sum, or nothing if samples lie so far apart, or so few pairs are near, that its error could be above 1e-12.
/// Exchanging the series changes no bit. Memory: about 200 bytes for a template.
std::optional<FuzzySum> gaussian_sum(Samples x, Samples y, const FuzzyQuery& fuzzy, int length,
                                     const CancelFlag* cancel);

}  // namespace biotropy::match
