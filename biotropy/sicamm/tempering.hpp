// SPDX-License-Identifier: Apache-2.0
//
// beta, the power of the densities. Neighbouring windows share most of their samples; counted as independent they make
// the posteriors far too certain, and often wrong. beta minimises the log loss of the posteriors on samples outside
// training; it is about 1 / window for windows that move by one sample.
#pragma once

#include <vector>

#include "biotropy/sicamm/markov/chain.hpp"

namespace biotropy::sicamm {

/// A contiguous part of a recording, with log densities of a model trained without it.
struct HeldOut {
  std::vector<double> log_densities;  ///< [sample * classes + class]
  std::vector<std::int32_t> labels;   ///< class or kUnlabelled
  std::size_t recording = 0;          ///< number of the recording
  double begin = 0.0;                 ///< of the part in it
  /// In the likeliest class, as standard_sources() has them, [sample * components + component]; or none.
  std::vector<double> sources = {};
};

/// -ln of the posterior of the true class, mean over labelled samples; a posterior counts as at least 1e-15. 0 if none
/// is labelled. Samples with a NaN log density count as missing.
double log_loss(const Chain& chain, const std::vector<HeldOut>& parts, double beta);

struct Tempering {
  double beta = 1.0;
  double log_loss = 0.0;         ///< with this beta
  double log_loss_of_one = 0.0;  ///< with beta 1
  std::size_t samples = 0;       ///< number of labelled samples used
};

constexpr double kLeastBeta = 1e-4;

/// Searches from kLeastBeta to 1. beta is 1 if no sample is labelled.
Tempering best_beta(const Chain& chain, const std::vector<HeldOut>& parts);

}  // namespace biotropy::sicamm
