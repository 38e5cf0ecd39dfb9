// SPDX-License-Identifier: Apache-2.0
//
// Fuzzy sums whose membership is a Gaussian of the distance, without looking at every pair. Templates of one sample,
// and of two or three without their mean, lie on a line or in a plane, where a pair of them is summed by the one
// coordinate that is its distance. What is made of one series serves all its partners.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "biotropy/match/fuzzy/fuzzy.hpp"

namespace biotropy::match {

/// Whether the sums of these two series at this length are looked for in this way: they depend on nothing but the
/// query, so that every device has the same bits.
bool may_be_gaussian(Samples x, Samples y, const FuzzyQuery& fuzzy, int length);

/// The sums of some pairs of series, or nothing for a pair whose samples lie so far apart, or of which so few templates
/// are near, that the error could be above 1e-12 or that a sum over all pairs is faster. They depend on no other pair,
/// and exchanging the series changes no bit. Memory: some 400 bytes for a template.
std::vector<std::optional<FuzzySum>> gaussian_sums(const FuzzyQuery& fuzzy, int length,
                                                   std::span<const std::pair<Samples, Samples>> pairs,
                                                   const CancelFlag* cancel);

}  // namespace biotropy::match
