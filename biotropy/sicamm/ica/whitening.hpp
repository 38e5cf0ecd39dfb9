// SPDX-License-Identifier: Apache-2.0
//
// Whitening: a linear map z = V (x - mean) to samples with mean 0, variance 1 in every direction, and no correlation.
// Channels are divided by their standard deviations first, so that neither units nor gains matter; V comes from the
// eigenvectors of the correlation matrix. A direction of almost no variance (an average reference, a copied channel)
// would be amplified without bound: it does not count in the rank, and its eigenvalue is raised to the tolerance.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace biotropy::sicamm {

/// Largest eigenvalue of a correlation matrix, whose mean eigenvalue is 1, that counts as 0.
constexpr double kRankTolerance = 1e-9;

struct Whitening {
  std::vector<double> mean;         ///< one for each channel
  std::vector<double> matrix;       ///< V, [direction * channels + channel], by falling eigenvalue
  std::vector<double> eigenvalues;  ///< of the correlation matrix, before tolerance and shrinkage
  std::size_t rank = 0;             ///< number of eigenvalues above the tolerance
};

/// Samples [sample * channels + channel] and a weight for each, or none for equal weights. With few samples the large
/// eigenvalues are overestimated and the small ones underestimated: with a shrinkage s, each eigenvalue becomes (1 - s)
/// eigenvalue + s, also beyond the rank, which shrinks the correlation matrix towards the identity (Ledoit and Wolf
/// 2004).
/// @throws Error invalid_argument for no channels, a tolerance outside 0 to 1 (exclusive) or a shrinkage outside 0 to
/// 1; invalid_data unless samples and weights fit, are finite, and weights are not negative; too_short for fewer than
/// two samples of positive weight; constant_series for a channel that does not vary.
Whitening whiten(std::span<const double> samples, std::size_t channels, std::span<const double> weights = {},
                 double rank_tolerance = kRankTolerance, double shrinkage = 0.0);

/// (sum w)^2 / sum w^2, the number of equal weights that would give the same variance of the mean.
double effective_count(std::span<const double> weights);

}  // namespace biotropy::sicamm
