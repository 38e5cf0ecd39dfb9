// SPDX-License-Identifier: Apache-2.0
//
// Made-up sequences whose best possible classification is known: mixtures of independent sources with densities in
// closed form, in classes that follow each other as a Markov chain. What the true densities and the filter reach is the
// optimum that a trained model is held against.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/sicamm/markov/chain.hpp"

namespace biotropy::sicamm {

/// Mean 0, variance 1.
enum class SourceKind {
  laplace,
  uniform,
  bimodal,  ///< 0.9 or -0.9, and normal noise of variance 0.19
  gamma,    ///< of shape 2, shifted: nothing below -sqrt(2)
  normal,
  logistic
};

/// ln of the density; -infinity where it is 0.
double log_density(SourceKind kind, double source);

struct Problem {
  std::string name;
  std::vector<SourceKind> sources;            ///< of every class
  std::vector<std::vector<double>> mixing;    ///< A_k, [channel * channels + component]
  std::vector<std::vector<double>> unmixing;  ///< its inverse
  std::vector<std::vector<double>> bias;      ///< b_k
  Chain chain;                                ///< begins with its stationary distribution

  std::size_t channels() const { return sources.size(); }
  std::size_t classes() const { return bias.size(); }
};

/// The names that problem() knows.
std::vector<std::string_view> problem_names();

/// P2 (4 channels, 2 classes, sources with edges), P2s (smooth sources), P3 (3 channels, 3 classes), P19 (19 channels,
/// 2 classes), and PC2, PC4, PC8 (2, 4, 8 channels; 2 classes of equal means and covariances, which nothing but the
/// shape of the sources tells apart). The seed draws mixing matrices and means.
/// @throws Error invalid_argument for another name, listing those there are.
Problem problem(std::string_view name, std::uint64_t seed);

struct Simulated {
  std::vector<double> samples;  ///< [sample * channels + channel]
  std::vector<std::int32_t> classes;
};

/// The same on every machine. @throws Error invalid_argument for no samples.
Simulated simulate(const Problem& problem, std::size_t samples, std::uint64_t seed);

/// ln p(x | k) of the truth, [sample * classes + class].
std::vector<double> true_log_densities(const Problem& problem, std::span<const double> samples);

}  // namespace biotropy::sicamm
