// SPDX-License-Identifier: Apache-2.0
//
// The classes of a whole sequence from the log densities of its samples in every class: by what came before (filter),
// with a few samples of the future (fixed lag), by the whole sequence (smoother), or as the one most probable path
// (Viterbi). Everything is in logarithms, whose sums and maxima neither overflow nor underflow.
//
// Log densities stand sample by sample, [sample * classes + class]. -infinity is allowed; a sample that no class can
// explain after those before it is left out, as if it were missing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/sicamm/markov/chain.hpp"

namespace biotropy::sicamm {

struct Posteriors {
  std::vector<double> values;           ///< [sample * classes + class]
  std::vector<double> log_likelihoods;  ///< of each sample given those before it; -infinity where it was left out
  double log_likelihood = 0.0;          ///< of the sequence: their sum, without samples that were left out
};

/// The class of each sample from it and those before it.
/// @throws Error invalid_data as validate(chain) does, for a number of log densities that is no multiple of the
/// classes, and for NaN or +infinity among them. The same holds for all functions here.
Posteriors filter(const Chain& chain, std::span<const double> log_densities);

/// From samples up to `lag` later.
Posteriors fixed_lag(const Chain& chain, std::span<const double> log_densities, std::size_t lag);

/// From all samples.
Posteriors smooth(const Chain& chain, std::span<const double> log_densities);

struct ExpectedCounts {
  std::vector<double> posteriors;   ///< as smooth() gives them
  std::vector<double> transitions;  ///< how often each class follows each, summed over the sequence
  double log_likelihood = 0.0;
};

/// What Baum-Welch needs of a sequence.
ExpectedCounts expected_counts(const Chain& chain, std::span<const double> log_densities);

struct Path {
  std::vector<std::int32_t> classes;
  double log_probability = 0.0;  ///< of the path and the samples together
};

/// The most probable path; of equally probable ones, that of lower classes from the end backwards.
Path viterbi(const Chain& chain, std::span<const double> log_densities);

/// The class of greatest posterior for each sample; the first of equal ones.
std::vector<std::int32_t> most_probable(std::span<const double> posteriors, std::size_t classes);

}  // namespace biotropy::sicamm
