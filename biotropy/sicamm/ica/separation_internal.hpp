// SPDX-License-Identifier: Apache-2.0
//
// Methods behind unmix(): each finds a matrix for samples with mean 0. Columns of `samples` are samples, and weights
// sum to 1.
#pragma once

#include "biotropy/sicamm/density/kernel_density.hpp"
#include "biotropy/sicamm/ica/unmixing.hpp"
#include "biotropy/sicamm/samples_internal.hpp"

namespace biotropy::sicamm {

struct Separation {
  Matrix matrix;
  std::size_t iterations = 0;
  bool converged = true;
};

/// These three need whitened samples.
Separation fastica(const Matrix& white, const Vector& weights, const UnmixingSettings& settings,
                   const CancelFlag* cancel);
Separation infomax(const Matrix& white, const Vector& weights, const UnmixingSettings& settings,
                   const CancelFlag* cancel);
Separation jade(const Matrix& white, const Vector& weights, const UnmixingSettings& settings, const CancelFlag* cancel);

/// Maximum likelihood with kernel densities, from a nearly correct matrix.
Separation maximum_likelihood(const Matrix& samples, const Vector& weights, const Matrix& start, std::size_t sweeps,
                              const CancelFlag* cancel);

/// Source densities for the likelihood of relative_newton().
class SourceShapes {
 public:
  virtual ~SourceShapes() = default;
  /// Called before every sweep with the sources [component, sample]. Returns true if the densities changed.
  virtual bool adapt(const Matrix& sources, const Vector& weights) = 0;
  virtual LogShape at(Index component, double source) const = 0;
  /// True if the densities follow the scale of the sources, so that the scale is not estimated.
  virtual bool follow_scale() const = 0;
};

struct NewtonSettings {
  std::size_t most_sweeps;
  double tolerance;  ///< of the gradient
};

Separation relative_newton(const Matrix& samples, const Vector& weights, const Matrix& start, SourceShapes& shapes,
                           const NewtonSettings& settings, const CancelFlag* cancel);

}  // namespace biotropy::sicamm
