// SPDX-License-Identifier: Apache-2.0
//
// A model from recordings of which few samples, or none, are labelled: Baum-Welch's expectation maximisation. In turn
// the posteriors of the classes are taken from the model (smoother), and the model from the samples weighted by their
// posteriors: means, a few steps of maximum likelihood for the unmixing matrices, kernel densities, transitions.
// Labelled samples keep their class. It begins with normal distributions, or with the labels.
//
// What tells the classes apart may be the shape of their sources alone: classes of equal means and covariances, which
// look the same to any chain of normal distributions, are found.
#pragma once

#include <string>
#include <vector>

#include "biotropy/sicamm/density/bandwidth.hpp"
#include "biotropy/sicamm/ica/whitening.hpp"
#include "biotropy/sicamm/labelled.hpp"
#include "biotropy/sicamm/model.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::sicamm {

struct LearningSettings {
  std::size_t starts = 5;         ///< from different seeds; the likeliest is kept. 1 where every class has labels
  std::size_t most_rounds = 50;   ///< of expectation maximisation
  std::size_t normal_rounds = 5;  ///< before them, with normal distributions
  std::size_t sweeps = 3;         ///< of maximum likelihood for the matrices in a round
  double tolerance = 1e-5;        ///< of the log-likelihood of a sample: ends once two rounds gain less
  double stay = 0.95;             ///< of the chain at first: the probability of staying in a class
  double smoothing = 1.0;         ///< added to every expected count of transitions
  double beta = 1.0;              ///< of the model; 1 / window for windows that move by one sample
  double bandwidth_factor = 1.0;  ///< of Silverman's
  double eigenvalue_floor = kEigenvalueFloor;
  std::uint64_t seed = 1;
};

/// @throws Error invalid_argument for what is out of range.
void validate(const LearningSettings& settings);

struct StartReport {
  double log_likelihood = 0.0;  ///< of a sample, mean; -infinity where a class vanished
  std::size_t rounds = 0;
  bool converged = false;
};

struct Learning {
  Model model;
  std::vector<std::vector<double>> posteriors;  ///< of each recording, [sample * classes + class], by the smoother
  std::vector<StartReport> starts;
  std::size_t best = 0;  ///< of the starts
  std::vector<std::string> warnings;
};

/// The likelihood of a kernel density is too high for its own samples: compare models of different settings on others.
/// Without labels the order of the classes is that of chance.
/// @throws Error invalid_argument as validate() does and for equal or no names; invalid_data for labels that do not
/// fit; too_short where a class has no samples left in every start; constant_series; cancelled.
Learning learn(std::span<const Labelled> recordings, const std::vector<std::string>& channels,
               const std::vector<std::string>& classes, const LearningSettings& settings = {},
               const Execution& execution = {});

}  // namespace biotropy::sicamm
