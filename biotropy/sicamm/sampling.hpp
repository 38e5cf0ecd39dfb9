// SPDX-License-Identifier: Apache-2.0
//
// Sequences simulated from a model: classes from its Markov chain, and for each sample sources drawn from the densities
// of its class and mixed, x = W^-1 s + b (Garcia-Molla et al. 2019, section 2). A draw from a kernel density is one of
// its points, in proportion to the weights, plus noise of the kernel.
#pragma once

#include "biotropy/sicamm/model.hpp"
#include "biotropy/sicamm/problem.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::sicamm {

/// Draws from the densities themselves; beta, which tempers the joint likelihood, is not used. Same result on every
/// machine for the same seed.
/// @throws Error invalid_argument for no samples; invalid_data as validate(Model); cancelled.
Simulated sample(const Model& model, std::size_t samples, std::uint64_t seed, const Execution& execution = {});

}  // namespace biotropy::sicamm
