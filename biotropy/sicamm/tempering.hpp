// SPDX-License-Identifier: Apache-2.0
//
// beta, the power of the densities. Neighbouring windows share most of their samples; counted as independent witnesses
// they make the posteriors far too certain, and often wrong. beta is the one for which posteriors of samples that the
// densities were not trained on have the least log loss; about 1 / window where windows move by one sample.
#pragma once

#include <vector>

#include "biotropy/sicamm/markov/chain.hpp"

namespace biotropy::sicamm {

/// An unbroken part of a recording with log densities of a model that has not seen it.
struct HeldOut {
  std::vector<double> log_densities;  ///< [sample * classes + class]
  std::vector<std::int32_t> labels;   ///< or kUnlabelled
};

/// -ln of the posterior of the true class, mean over labelled samples; a posterior counts as at least 1e-15. 0 where
/// none is labelled. Samples with a log density that is NaN count for no class.
double log_loss(const Chain& chain, const std::vector<HeldOut>& parts, double beta);

struct Tempering {
  double beta = 1.0;
  double log_loss = 0.0;         ///< with it
  double log_loss_of_one = 0.0;  ///< with beta 1
  std::size_t samples = 0;       ///< labelled ones that it was measured on
};

/// From 1e-4 to 1. beta is 1 where no sample is labelled.
Tempering best_beta(const Chain& chain, const std::vector<HeldOut>& parts);

}  // namespace biotropy::sicamm
