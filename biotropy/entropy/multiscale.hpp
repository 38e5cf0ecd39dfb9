// SPDX-License-Identifier: Apache-2.0
//
// An entropy at many time scales. MSE (Costa, Goldberger and Peng 2002) coarse-grains a series and keeps the tolerance
// of the original; RMSE (Valencia et al. 2009) thins it after a low-pass filter, and its tolerance follows the SD of
// each scale; CMSE (Wu et al. 2013) takes the mean entropy of the coarse-grained series of every start; RCMSE (Wu et
// al. 2014) the logarithm of the ratio of their summed counts. Each works over SampEn, ApEn or FuzzyEn.
#pragma once

#include <optional>
#include <vector>

#include "biotropy/entropy/entropy.hpp"
#include "biotropy/progress.hpp"
#include "biotropy/series/coarse_grain.hpp"
#include "biotropy/series/epochs.hpp"

namespace biotropy::entropy {

enum class MultiscaleMethod { mse, rmse, cmse, rcmse };

/// The series whose SD a tolerance in SD units is a multiple of.
enum class ToleranceOf {
  original,  ///< the series as it is: the same tolerance at every scale
  scale      ///< the series that is compared at the scale
};

struct MultiscaleParameters {
  Measure measure = Measure::sampen;  ///< of one series; ApEn has no rcmse
  MultiscaleMethod method = MultiscaleMethod::mse;
  std::vector<int> scales{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20};
  series::Grain grain =
      series::Grain::mean;  ///< what a window becomes; rmse, which has no windows, takes the mean alone
  /// By default of each scale for rmse and for variances, whose unit is the square of the samples'; else the original.
  std::optional<ToleranceOf> tolerance_of;
  /// Of rmse: the edge of the low-pass filter at scale s is cutoff / s cycles per sample. 0.5, half the rate of the
  /// thinned series, needs no filter at scale 1; no edge of 0.5 or more does.
  double cutoff = 0.5;
  /// Missing samples stand between samples that did not follow each other, as removed heartbeats do: at no scale does a
  /// template reach over one, whatever its delay. Otherwise one with a delay may step over the value that is missing.
  bool missing_are_gaps = false;
  Parameters entropy;
};

/// The one that is asked for or, without, the default.
ToleranceOf tolerance_of(const MultiscaleParameters& parameters);

/// @throws Error invalid_argument, naming the parameter.
void validate(const MultiscaleParameters& parameters);

struct ScaleEntropy {
  int scale = 0;
  /// The value, NaN or infinite with its reason where there is none. For cmse and rcmse matches and templates are
  /// summed over the starts.
  Entropy entropy;
  std::size_t samples = 0;      ///< of the series compared at this scale; of its first start for cmse and rcmse
  std::vector<Entropy> starts;  ///< cmse and rcmse: the coarse-grained series from every start, or from the first
                                ///< alone where it is too short
};

struct Multiscale {
  std::vector<ScaleEntropy> scales;  ///< in the order in which they were asked for
  /// The area under the curve in steps of one scale: the sum of the values, NaN unless all of them are finite.
  double complexity_index = 0.0;
};

/// A curve without values that says why at every scale.
Multiscale unusable(const MultiscaleParameters& parameters, const std::string& reason);

/// @param x the series; what is too short or undefined at some scale has its reason there, and the others are found.
/// @throws Error invalid_argument, invalid_data (infinite samples), missing_values, constant_series (where the
/// tolerance is of the original), cancelled.
Multiscale multiscale_entropy(Samples x, const MultiscaleParameters& parameters, const Execution& execution = {},
                              const ProgressCallback& progress = {});

/// The same, but where the samples are at fault the curve is without values and says why.
/// @throws Error as compute_or_reason().
Multiscale multiscale_or_reason(Samples x, const MultiscaleParameters& parameters, const Execution& execution = {});

/// One curve for each (epoch, channel), at epoch * channels + channel. An epoch that is rejected or cannot be used has
/// its reason at every scale. Gaps are those that the epochs or the parameters say. @throws Error invalid_argument,
/// cancelled, no_engine.
std::vector<Multiscale> multiscale_each_channel(const series::EpochView& epochs, const MultiscaleParameters& parameters,
                                                const Execution& execution = {}, const ProgressCallback& progress = {});

}  // namespace biotropy::entropy
