// SPDX-License-Identifier: Apache-2.0
//
// Sequences that a model makes up: classes as its Markov chain has them, and for each sample sources drawn from the
// densities of its class, mixed again, x = W^-1 s + b (Garcia-Molla et al. 2019, section 2). A kernel density is drawn
// from by taking one of its points, in proportion to the weights, and moving it by the kernel.
#pragma once

#include "biotropy/sicamm/model.hpp"
#include "biotropy/sicamm/problem.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::sicamm {

/// Drawn from the densities themselves: beta, which tempers what samples say together, has no part in it. The same on
/// every machine for the same seed.
/// @throws Error invalid_argument for no samples; invalid_data as validate(Model); cancelled.
Simulated sample(const Model& model, std::size_t samples, std::uint64_t seed, const Execution& execution = {});

}  // namespace biotropy::sicamm
