// SPDX-License-Identifier: Apache-2.0
//
// A linear map after which samples have mean 0, variance 1 in every direction, and no correlation: z = V (x - mean).
// Channels are brought to their standard deviations first, so that neither their units nor their gains matter; V comes
// from the eigenvectors of the correlation matrix. A direction in which the samples hardly vary (an average reference,
// a copied channel) would be blown up without bound: its eigenvalue is raised to a floor, and it is not counted in the
// rank.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace biotropy::sicamm {

/// Of the mean eigenvalue of the correlation matrix, which is 1.
constexpr double kEigenvalueFloor = 1e-9;

struct Whitening {
  std::vector<double> mean;         ///< one for each channel
  std::vector<double> matrix;       ///< V, [direction * channels + channel], by falling eigenvalue
  std::vector<double> eigenvalues;  ///< of the correlation matrix, before floor and shrinkage
  std::size_t rank = 0;             ///< how many are above the floor
};

/// Samples [sample * channels + channel] and a weight for each, or none where all count alike. Of few samples the large
/// eigenvalues come out too large and the small ones too small: with a shrinkage s, each of those in the rank is taken
/// as (1 - s) eigenvalue + s, which is a correlation matrix drawn to the identity (Ledoit and Wolf 2004).
/// @throws Error invalid_argument for no channels, a floor outside 0 to 1 (exclusive) or a shrinkage outside 0 to 1;
/// invalid_data unless samples
/// and weights fit, are finite, and weights are not negative; too_short for fewer than two samples of positive weight;
/// constant_series for a channel that does not vary.
Whitening whiten(std::span<const double> samples, std::size_t channels, std::span<const double> weights = {},
                 double eigenvalue_floor = kEigenvalueFloor, double shrinkage = 0.0);

/// (sum w)^2 / sum w^2: as many equal weights would give as certain a mean.
double effective_count(std::span<const double> weights);

}  // namespace biotropy::sicamm
