// SPDX-License-Identifier: Apache-2.0
//
// Independent component analysis: the matrix W for which the components of W (x - mean) are as independent as possible.
// Samples are whitened; one of four methods finds independent directions; and the result can be refined by maximum
// likelihood with the kernel densities of the model. All methods take weights, so they also apply to samples that
// belong to a class with some probability.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "biotropy/sicamm/ica/whitening.hpp"
#include "biotropy/threads.hpp"
#include "biotropy/words.hpp"

namespace biotropy::sicamm {

enum class UnmixingMethod {
  whitening,  ///< principal components: uncorrelated, not independent
  fastica,    ///< fixed-point iteration, all components at once (Hyvarinen 1999)
  infomax,    ///< extended Infomax (Lee, Girolami and Sejnowski 1999), by Newton steps
  jade        ///< joint diagonalisation of fourth-order cumulants (Cardoso 1999); needs no initial value
};

/// Contrast function of FastICA, a measure of non-normality.
enum class Contrast {
  logcosh,  ///< g(y) = tanh(y), for most purposes
  exp,      ///< g(y) = y exp(-y^2 / 2), for heavy tails
  cube      ///< g(y) = y^3: kurtosis
};

struct UnmixingSettings {
  UnmixingMethod method = UnmixingMethod::fastica;
  Contrast contrast = Contrast::logcosh;
  bool refine = false;  ///< by maximum likelihood, afterwards
  double rank_tolerance = kRankTolerance;
  /// Shrinkage of the covariance towards uncorrelated channels. Whitening without a rotation, and methods that maximise
  /// likelihood, would undo it.
  double shrinkage = 0.0;
  std::size_t most_iterations = 200;
  /// FastICA: change of the cosines between two iterations; Infomax: of the gradient; JADE: of the angles.
  double tolerance = 1e-6;
  std::uint64_t seed = 1;  ///< of the initial rotation of FastICA
};

/// @throws Error invalid_argument for no iterations; a tolerance outside 0 to 1 (exclusive); a shrinkage
/// outside 0 to 1, or one together with whitening alone, Infomax or a refinement, which would undo it; a contrast other
/// than the default with a method other than FastICA, which does not use it.
void validate(const UnmixingSettings& settings);

struct Unmixing {
  std::vector<double> mean;    ///< one for each channel
  std::vector<double> matrix;  ///< W, [component * channels + channel]
  /// Components below this position have a robust scale of 1 (SD if that is 0), positive skewness, and are ordered by
  /// falling power. The others are directions of almost no variance, in units of the tolerance or the shrinkage.
  std::size_t rank = 0;
  std::size_t iterations = 0;
  bool converged = true;
};

/// Limit of JADE, whose memory grows with the fourth power of the channels.
constexpr std::size_t kMostChannelsOfJade = 40;

/// Samples [sample * channels + channel].
/// @throws Error as whiten() and validate() do; unsupported for JADE on more than kMostChannelsOfJade channels;
/// cancelled.
Unmixing unmix(std::span<const double> samples, std::size_t channels, const UnmixingSettings& settings = {},
               std::span<const double> weights = {}, const Execution& execution = {});

/// Starts from a matrix instead of a method, and takes `sweeps` steps of maximum likelihood.
/// @throws Error as unmix() does; invalid_data unless the matrix is square, has these channels, and is regular.
Unmixing refine(const Unmixing& start, std::span<const double> samples, std::span<const double> weights,
                std::size_t sweeps, const Execution& execution = {});

}  // namespace biotropy::sicamm

namespace biotropy {

template <>
inline constexpr std::array kWords<sicamm::UnmixingMethod>{
    Word{"fastica", sicamm::UnmixingMethod::fastica},
    Word{"infomax", sicamm::UnmixingMethod::infomax},
    Word{"jade", sicamm::UnmixingMethod::jade},
    Word{"whitening", sicamm::UnmixingMethod::whitening},
};

template <>
inline constexpr std::array kWords<sicamm::Contrast>{
    Word{"logcosh", sicamm::Contrast::logcosh},
    Word{"exp", sicamm::Contrast::exp},
    Word{"cube", sicamm::Contrast::cube},
};

}  // namespace biotropy
