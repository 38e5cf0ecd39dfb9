// SPDX-License-Identifier: Apache-2.0
//
// Synthetic sequences with known optimal classification: mixtures of independent sources with densities in closed form,
// in classes that follow a Markov chain. The true densities with the filter give the optimum against which a trained
// model is compared.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/sicamm/markov/chain.hpp"

namespace biotropy::sicamm {

/// Distribution of a source with mean 0 and variance 1.
enum class SourceKind {
  laplace,
  uniform,
  bimodal,  ///< 0.9 or -0.9, plus normal noise of variance 0.19
  gamma,    ///< of shape 2, shifted: 0 below -sqrt(2)
  normal,
  logistic
};

/// ln of the density; -infinity where the density is 0.
double log_density(SourceKind kind, double source);

struct Problem {
  std::string name;
  std::vector<SourceKind> sources;            ///< of every class
  std::vector<std::vector<double>> mixing;    ///< A_k, [channel * channels + component]
  std::vector<std::vector<double>> unmixing;  ///< inverse of A_k
  std::vector<std::vector<double>> bias;      ///< b_k
  Chain chain;                                ///< starts from its stationary distribution

  std::size_t channels() const { return sources.size(); }
  std::size_t classes() const { return bias.size(); }
};

/// Names accepted by problem().
std::vector<std::string_view> problem_names();

/// P2 (4 channels, 2 classes, sources with edges), P2s (smooth sources), P3 (3 channels, 3 classes), P19 (19 channels,
/// 2 classes), and PC2, PC4, PC8 (2, 4, 8 channels; 2 classes of equal means and covariances, which differ only in the
/// shape of the sources). The seed determines mixing matrices and means.
/// @throws Error invalid_argument for another name, listing the names.
Problem problem(std::string_view name, std::uint64_t seed);

struct Simulated {
  std::vector<double> samples;  ///< [sample * channels + channel]
  std::vector<std::int32_t> classes;
};

/// Same result on every machine. @throws Error invalid_argument for no samples.
Simulated simulate(const Problem& problem, std::size_t samples, std::uint64_t seed);

/// ln p(x | k) of the true model, [sample * classes + class].
std::vector<double> true_log_densities(const Problem& problem, std::span<const double> samples);

}  // namespace biotropy::sicamm
