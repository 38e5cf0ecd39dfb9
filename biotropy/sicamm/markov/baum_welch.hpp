// SPDX-License-Identifier: Apache-2.0
//
// Model from recordings with few labels, or none: expectation maximisation of Baum and Welch. In turn, the posteriors
// of the classes are computed from the model (smoother), and the model from the samples weighted by their posteriors:
// means, a few steps of maximum likelihood for the unmixing matrices, kernel densities, transitions. Labelled samples
// keep their class. The start is normal distributions, or the labels.
//
// Classes may differ in the shape of their sources only: classes with equal means and covariances are found, which a
// chain of normal distributions cannot separate.
#pragma once

#include <string>
#include <vector>

#include "biotropy/notice.hpp"
#include "biotropy/sicamm/density/bandwidth.hpp"
#include "biotropy/sicamm/ica/whitening.hpp"
#include "biotropy/sicamm/labelled.hpp"
#include "biotropy/sicamm/model.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::sicamm {

struct LearningSettings {
  std::size_t starts = 5;         ///< from different seeds; the likeliest is kept. 1 if every class has labels
  std::size_t most_rounds = 50;   ///< of expectation maximisation
  std::size_t normal_rounds = 5;  ///< first rounds, with normal distributions
  std::size_t sweeps = 3;         ///< of maximum likelihood for the matrices, per round
  double tolerance = 1e-5;        ///< of the log-likelihood per sample: ends after two rounds that gain less
  double stay = 0.95;             ///< initial probability of staying in a class
  double smoothing = 1.0;         ///< added to every expected count of transitions
  double beta = 1.0;              ///< of the model; 1 / window for windows that move by one sample
  double bandwidth_factor = 1.0;  ///< multiple of Silverman's bandwidth
  double rank_tolerance = kRankTolerance;
  std::uint64_t seed = 1;
};

/// @throws Error invalid_argument for settings out of range.
void validate(const LearningSettings& settings);

struct StartReport {
  double log_likelihood = 0.0;  ///< mean per sample; -infinity if a class vanished
  std::size_t rounds = 0;
  bool converged = false;
};

struct Learning {
  Model model;
  std::vector<std::vector<double>> posteriors;  ///< of each recording, [sample * classes + class], by the smoother
  std::vector<StartReport> starts;
  std::size_t best = 0;  ///< index of the best start
  Notices notices;
};

/// The likelihood of a kernel density is too high for its own samples: compare models of different settings on other
/// samples. Without labels the order of the classes is arbitrary.
/// @throws Error invalid_argument as validate() does and for equal or no names; invalid_data for labels that do not
/// fit; too_short if in every start a class has too few samples; constant_series; cancelled.
Learning learn(std::span<const Labelled> recordings, const std::vector<std::string>& channels,
               const std::vector<std::string>& classes, const LearningSettings& settings = {},
               const Execution& execution = {});

}  // namespace biotropy::sicamm
