// SPDX-License-Identifier: Apache-2.0
//
// Quadratic discriminant analysis with shrunk covariances: one normal distribution for each class. With a Markov chain
// it is the usual Gaussian hidden Markov model of labelled data, a reference for models that claim more. Covariances
// are drawn to a multiple of the identity by the amount that has the least expected squared error (Ledoit and Wolf
// 2004, A well-conditioned estimator for large-dimensional covariance matrices, section 3.2), in channels of equal SD
// within classes, so that units do not matter.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "biotropy/sicamm/labelled.hpp"

namespace biotropy::sicamm {

struct ShrunkGaussian {
  std::vector<double> mean;        ///< of each channel, in its unit
  std::vector<double> covariance;  ///< shrunk, [channel * channels + channel], in units of the channels
  double shrinkage = 0.0;          ///< share of the identity, from 0 to 1
};

/// Of finite labelled samples, for each class.
/// @throws Error as validate(recordings, ...) does; too_short, naming the class, for fewer than three finite samples
/// (of two every product is the same, and nothing says how much to shrink); constant_series for a channel that does not
/// vary within any class.
std::vector<ShrunkGaussian> fit_shrunk_gaussians(std::span<const Labelled> recordings,
                                                 const std::vector<std::string>& channels,
                                                 const std::vector<std::string>& classes);

/// Of each sample in every class, [sample * classes + class]; NaN for a sample that is not finite.
/// @throws Error invalid_data for a covariance that is not positive definite.
std::vector<double> log_densities(std::span<const ShrunkGaussian> gaussians, std::span<const double> samples);

}  // namespace biotropy::sicamm
