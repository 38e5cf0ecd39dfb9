// SPDX-License-Identifier: Apache-2.0
//
// A mixture of normal distributions for each class, a reference for models that claim more. Mixtures are fitted in
// coordinates in which the samples are white about the means of their classes, so that units and linear combinations of
// channels do not matter, and the floor is a share of the variance within classes in every direction.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "biotropy/sicamm/gaussian_mixture.hpp"
#include "biotropy/sicamm/labelled.hpp"

namespace biotropy::sicamm {

struct ClassMixtures {
  std::vector<double> mean;               ///< of the means of the classes, for each channel
  std::vector<double> whitening;          ///< [coordinate * channels + channel]
  double log_volume = 0.0;                ///< ln |det| of the whitening
  std::vector<GaussianMixture> mixtures;  ///< of white samples, for each class
};

/// Of finite labelled samples.
/// @throws Error as validate(recordings, ...) does; too_short, naming the class, for fewer finite samples than
/// components; constant_series where samples do not vary in every direction within classes; cancelled.
ClassMixtures fit_class_mixtures(std::span<const Labelled> recordings, const std::vector<std::string>& channels,
                                 const std::vector<std::string>& classes, const MixtureSettings& settings = {},
                                 const Execution& execution = {});

/// Of each sample in every class, [sample * classes + class]; NaN for a sample that is not finite.
std::vector<double> log_densities(const ClassMixtures& fitted, std::span<const double> samples);

}  // namespace biotropy::sicamm
