// SPDX-License-Identifier: Apache-2.0
//
// Decoders from their definition: every path of classes is enumerated. And the forward recursion in long double.
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

/// Of each sample given all samples up to `lag` later.
NaivePosteriors enumerate(const Chain& chain, std::span<const double> log_densities, std::size_t lag);

/// How often each class is expected to follow each, given all samples.
std::vector<long double> enumerate_transitions(const Chain& chain, std::span<const double> log_densities);

/// The most probable path, and its log probability together with the samples.
std::vector<std::int32_t> enumerate_best(const Chain& chain, std::span<const double> log_densities, long double& value);

/// The filter, by the forward recursion in long double with exponents of its own.
NaivePosteriors naive_filter(const Chain& chain, std::span<const double> log_densities);

}  // namespace biotropy::sicamm
