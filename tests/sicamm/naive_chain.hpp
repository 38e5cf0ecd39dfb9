// SPDX-License-Identifier: Apache-2.0
//
// Decoders from their definition, by enumerating every path of classes; and the forward recursion in long double.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/sicamm/markov/chain.hpp"

namespace biotropy::sicamm {

struct NaivePosteriors {
  std::vector<long double> values;  // [sample * classes + class]
  long double log_likelihood = 0.0L;
};

/// Posteriors of each sample given all samples up to `lag` later.
NaivePosteriors enumerate(const Chain& chain, std::span<const double> log_densities, std::size_t lag);

/// Expected number of transitions between classes, given all samples.
std::vector<long double> enumerate_transitions(const Chain& chain, std::span<const double> log_densities);

/// Most probable path, and its log probability together with the samples.
std::vector<std::int32_t> enumerate_best(const Chain& chain, std::span<const double> log_densities, long double& value);

/// The filter, by the forward recursion in long double with separate exponents.
NaivePosteriors naive_filter(const Chain& chain, std::span<const double> log_densities);

}  // namespace biotropy::sicamm
