// SPDX-License-Identifier: Apache-2.0
//
// Decoding of a whole sequence from the log densities of its samples in every class: from the past (filter), with a few
// later samples (fixed lag), from the whole sequence (smoother), or as the single most probable path (Viterbi). All
// sums and maxima are taken in logarithms, which neither overflow nor underflow.
//
// Log densities are stored sample by sample, [sample * classes + class]. -infinity is allowed; a sample that is
// impossible in every class after the previous samples is treated as missing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/sicamm/markov/chain.hpp"

namespace biotropy::sicamm {

struct Posteriors {
  std::vector<double> values;           ///< [sample * classes + class]
  std::vector<double> log_likelihoods;  ///< of each sample given the previous ones; -infinity if it was left out
  double log_likelihood = 0.0;          ///< of the sequence: the sum without samples that were left out
};

/// Class of each sample from it and the previous ones.
/// @throws Error invalid_data as validate(chain) does, for a number of log densities that is not a multiple of
/// the classes, and for NaN or +infinity among them. The same holds for all functions here.
Posteriors filter(const Chain& chain, std::span<const double> log_densities);

/// Class of each sample from samples up to `lag` later.
Posteriors fixed_lag(const Chain& chain, std::span<const double> log_densities, std::size_t lag);

/// Class of each sample from all samples.
Posteriors smooth(const Chain& chain, std::span<const double> log_densities);

struct ExpectedCounts {
  std::vector<double> posteriors;   ///< as in smooth()
  std::vector<double> transitions;  ///< expected number of transitions, summed over the sequence
  double log_likelihood = 0.0;
};

/// Expected counts of a sequence, for Baum-Welch.
ExpectedCounts expected_counts(const Chain& chain, std::span<const double> log_densities);

struct Path {
  std::vector<std::int32_t> classes;
  double log_probability = 0.0;  ///< of the path and the samples together
};

/// Most probable path; of equally probable ones, that of lower classes from the end backwards.
Path viterbi(const Chain& chain, std::span<const double> log_densities);

/// Class of greatest posterior for each sample; the first of equal ones.
std::vector<std::int32_t> most_probable(std::span<const double> posteriors, std::size_t classes);

}  // namespace biotropy::sicamm
