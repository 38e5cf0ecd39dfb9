// SPDX-License-Identifier: Apache-2.0
//
// Features that are learned from the covariances of windows.
//
// Common spatial patterns (Koles 1991; Ramoser et al. 2000): the logarithm of the variance of projections w whose
// variances differ most between classes, the extreme solutions of C_1 w = lambda (C_1 + C_2) w with the mean covariances
// C_k of the windows of each class. With more than two classes, each one against the mean of the others.
//
// Tangent space (Barachant et al. 2012): with R the Riemannian mean of all windows, the logarithm of
// R^(-1/2) C R^(-1/2), a symmetric matrix, as the vector of its upper triangle with entries beside the diagonal times
// sqrt 2, so that lengths of vectors are those of matrices.
//
// Directions in which no window varies (an average reference, removed components) are left out of both.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/sicamm/labelled.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::sicamm {

enum class SpatialMethod { csp, tangent };

struct SpatialSettings {
  SpatialMethod method = SpatialMethod::csp;
  double window = 1.0;         ///< seconds, rounded to samples
  double shrinkage = 0.0;      ///< of the covariance of a window to the identity, from 0 to 1
  std::size_t components = 4;  ///< common spatial patterns: projections of two classes, or of each of several classes
};

/// @throws Error invalid_argument for settings out of range.
void validate(const SpatialSettings& settings);

/// What was learned. Common spatial patterns: a projection in each row. Tangent space: R^(-1/2), in the directions that
/// windows vary in.
struct SpatialMap {
  SpatialMethod method = SpatialMethod::csp;
  std::size_t channels = 0;
  std::vector<double> rows;  ///< [row * channels + channel]

  std::size_t row_count() const { return channels > 0 ? rows.size() / channels : 0; }

  /// Length of a vector of features.
  std::size_t size() const;
};

/// Names of the features of a map: CSP1, CSP2, ...; "Fp1 x O2" for entries of the tangent space (directions have numbers
/// where some are left out).
std::vector<std::string> feature_names(const SpatialMap& map, const std::vector<std::string>& channels);

/// Learns from the packed covariances of labelled windows; the tangent space from all where none is labelled.
/// @throws Error invalid_data for common spatial patterns without labels of every class, or of one class;
/// invalid_argument for more components than directions; too_short for no window, and for the tangent space of windows
/// that do not vary in all directions in which others do; cancelled.
SpatialMap fit_spatial(std::span<const Labelled> covariances, std::size_t channels,
                       const std::vector<std::string>& classes, const SpatialSettings& settings,
                       const Execution& execution = {});

/// Features of packed covariances, one after the other; NaN for a matrix that is not finite, and for one without
/// variance in one of the directions. Every vector is that of a call for it alone.
std::vector<double> spatial_features(const SpatialMap& map, std::span<const double> covariances,
                                     const Execution& execution = {});

/// The same of recordings, whose labels stay. The samples of the result are in `values`.
std::vector<Labelled> spatial_features(const SpatialMap& map, std::span<const Labelled> covariances,
                                       std::vector<std::vector<double>>& values, const Execution& execution = {});

}  // namespace biotropy::sicamm
