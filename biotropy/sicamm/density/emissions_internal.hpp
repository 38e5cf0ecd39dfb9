// SPDX-License-Identifier: Apache-2.0
//
// Data of expectation maximisation: all finite samples, their posteriors, and log densities of the classes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "biotropy/sicamm/labelled.hpp"

namespace biotropy::sicamm {

struct FiniteSamples {
  std::vector<double> values;        // [sample * channels + channel]
  std::vector<std::int32_t> labels;  // class or kUnlabelled
  std::size_t channels = 0;

  std::size_t size() const { return labels.size(); }
};

/// Samples of a class and their weights.
struct Weighted {
  std::vector<double> samples, weights;
};

/// Samples with a posterior [sample * classes + class] of at least 1e-4; lighter ones only cost time.
Weighted weighted_samples(const FiniteSamples& samples, const std::vector<double>& posteriors, std::size_t classes,
                          std::size_t which);

/// Initial posteriors: labels if every class has some, otherwise distances from centres drawn far from each other
/// (k-means++); classes with labels start at their means.
std::vector<double> first_posteriors(const FiniteSamples& samples, std::size_t classes, std::uint64_t seed);

/// Log densities of normal distributions with the weighted means and covariances, [sample * classes + class]; nothing
/// if a class has too few samples.
std::optional<std::vector<double>> normal_log_densities(const FiniteSamples& samples,
                                                        const std::vector<double>& posteriors, std::size_t classes,
                                                        double rank_tolerance);

/// True if the effective number of samples suffices for a covariance.
bool enough_samples(const std::vector<double>& weights, std::size_t channels);

}  // namespace biotropy::sicamm
