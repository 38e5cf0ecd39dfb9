// SPDX-License-Identifier: Apache-2.0
//
// Independent component analysis: the matrix W for which the components of W (x - mean) depend on each other as little
// as possible. Samples are whitened; one of four methods looks for independent directions; and the result can be
// refined by maximum likelihood with the kernel densities that the model will use. All of them take weights, so that
// they also serve where samples belong to a class only with some probability.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "biotropy/sicamm/ica/whitening.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::sicamm {

enum class UnmixingMethod {
  whitening,  ///< principal components: uncorrelated, not independent
  fastica,    ///< fixed-point iteration, all components at once (Hyvarinen 1999)
  infomax,    ///< extended Infomax (Lee, Girolami and Sejnowski 1999), by Newton steps
  jade        ///< joint diagonalisation of fourth-order cumulants (Cardoso 1999); needs no start
};

/// @throws Error invalid_argument for a name other than "whitening", "fastica", "infomax" and "jade".
UnmixingMethod unmixing_method(std::string_view name);

/// The name that unmixing_method() knows.
std::string_view name(UnmixingMethod method);

/// What FastICA takes for a distance from the normal distribution.
enum class Contrast {
  logcosh,  ///< g(y) = tanh(y), for most purposes
  exp,      ///< g(y) = y exp(-y^2 / 2), for heavy tails
  cube      ///< g(y) = y^3: kurtosis
};

/// @throws Error invalid_argument for a name other than "logcosh", "exp" and "cube".
Contrast contrast(std::string_view name);

/// The name that contrast() knows.
std::string_view name(Contrast contrast);

struct UnmixingSettings {
  UnmixingMethod method = UnmixingMethod::fastica;
  Contrast contrast = Contrast::logcosh;
  bool refine = false;  ///< by maximum likelihood, afterwards
  double eigenvalue_floor = kEigenvalueFloor;
  /// Of the covariance to that of uncorrelated channels, in the directions of the rank. What scales directions by their
  /// own samples alone (whitening without a rotation) or maximises likelihood would undo it.
  double shrinkage = 0.0;
  std::size_t most_iterations = 200;
  /// FastICA: of the cosines between two iterations; Infomax: of the gradient; JADE: of the angles.
  double tolerance = 1e-6;
  std::uint64_t seed = 1;  ///< of the rotation that FastICA begins with
};

/// @throws Error invalid_argument for no iterations, a tolerance or floor outside 0 to 1 (exclusive), a shrinkage
/// outside 0 to 1, or one beside whitening alone, Infomax or a refinement, which would undo it; a contrast other than
/// the default beside another method than FastICA, which would have no use for it.
void validate(const UnmixingSettings& settings);

struct Unmixing {
  std::vector<double> mean;    ///< one for each channel
  std::vector<double> matrix;  ///< W, [component * channels + channel]
  /// Components below this position have a robust scale of 1 (SD where that is 0), positive skewness, and stand by
  /// falling power. Those from it on are directions in which the samples hardly vary, in units of the floor.
  std::size_t rank = 0;
  std::size_t iterations = 0;
  bool converged = true;
};

/// JADE keeps a number for every four channels.
constexpr std::size_t kMostChannelsOfJade = 40;

/// Samples [sample * channels + channel].
/// @throws Error as whiten() and validate() do; unsupported for JADE on more than kMostChannelsOfJade channels;
/// cancelled.
Unmixing unmix(std::span<const double> samples, std::size_t channels, const UnmixingSettings& settings = {},
               std::span<const double> weights = {}, const Execution& execution = {});

/// Begins with a matrix instead of a method, and takes `sweeps` steps of maximum likelihood from it.
/// @throws Error as unmix() does; invalid_data unless the matrix is square, of these channels, and regular.
Unmixing refine(const Unmixing& start, std::span<const double> samples, std::span<const double> weights,
                std::size_t sweeps, const Execution& execution = {});

}  // namespace biotropy::sicamm
