// SPDX-License-Identifier: Apache-2.0
//
// An entropy at many time scales. MSE (Costa, Goldberger and Peng 2002) coarse-grains a series and keeps the tolerance
// of the original; RMSE (Valencia et al. 2009) decimates it after a low-pass filter, with a tolerance from the SD of
// each scale; CMSE (Wu et al. 2013) takes the mean entropy of the coarse-grained series of every start; RCMSE (Wu et
// al. 2014) the logarithm of the ratio of their summed counts. RCMSE needs a measure that is the logarithm of a ratio;
// the others take every measure. Multivariate MSE (Ahmed and Mandic 2011) coarse-grains every channel by itself, after
// the channels were normalised.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "biotropy/entropy/entropy.hpp"
#include "biotropy/progress.hpp"
#include "biotropy/series/coarse_grain.hpp"
#include "biotropy/series/epochs.hpp"

namespace biotropy::entropy {

enum class MultiscaleMethod { mse, rmse, cmse, rcmse };

/// The series whose SD is the unit of the tolerance.
enum class ToleranceOf {
  original,  ///< the series before coarse-graining: the same tolerance at every scale
  scale      ///< the series of each scale
};

struct MultiscaleParameters {
  Measure measure = Measure::sampen;  ///< of one series, of all channels together, or of pairs (multiscale_pairwise)
  MultiscaleMethod method = MultiscaleMethod::mse;
  std::vector<int> scales{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20};
  /// The statistic of a window of samples; rmse, which has no windows, requires mean.
  series::Grain grain = series::Grain::mean;
  /// Default: scale for rmse and for variances, whose unit is the square of the samples'; otherwise original.
  std::optional<ToleranceOf> tolerance_of;
  /// For rmse: the edge of the low-pass filter at scale s is cutoff / s cycles per sample. An edge of 0.5 (the Nyquist
  /// frequency) or more needs no filter.
  double cutoff = 0.5;
  /// Missing samples separate samples that were not consecutive, such as removed heartbeats: no template spans one at
  /// any scale or delay. Otherwise a template with a delay may step over a missing sample, unless the epochs mark it as
  /// a gap.
  bool missing_are_gaps = false;
  Parameters entropy;
};

/// The chosen value or the default.
ToleranceOf tolerance_of(const MultiscaleParameters& parameters);

/// @throws Error invalid_argument, naming the parameter.
void validate(const MultiscaleParameters& parameters);

struct ScaleEntropy {
  int scale = 0;
  /// The value; NaN or infinite with the reason if it is undefined. For cmse and rcmse, matches and templates are
  /// summed over the starts.
  Entropy entropy;
  std::size_t samples = 0;      ///< number of samples at this scale; for cmse and rcmse from the first start
  std::vector<Entropy> starts;  ///< cmse and rcmse: for the coarse-grained series of every start, or of the first alone
                                ///< if it is too short
};

struct Multiscale {
  std::vector<ScaleEntropy> scales;  ///< in the order of the parameters
  /// Sum of the values over the scales: the area under the curve in steps of one scale. NaN unless all are finite.
  double complexity_index = 0.0;
};

/// A curve of NaN with the same reason at every scale.
Multiscale unusable(const MultiscaleParameters& parameters, const std::string& reason);

/// @param x the series. Scales at which it is too short or the value is undefined have a reason; the others are
/// computed.
/// @throws Error invalid_argument, invalid_data (infinite samples), missing_values, constant_series (where the
/// tolerance is of the original), cancelled.
Multiscale multiscale_entropy(Samples x, const MultiscaleParameters& parameters, const Execution& execution = {},
                              const ProgressCallback& progress = {});

/// The same for all channels of a multivariate measure, which have one length.
Multiscale multiscale_entropy(std::span<const Samples> channels, const MultiscaleParameters& parameters,
                              const Execution& execution = {}, const ProgressCallback& progress = {});

/// One curve for each (epoch, channel), at epoch * channels + channel, or for each epoch for a multivariate measure;
/// unusable() for rejected epochs and errors about the samples; with pooled epochs as for one epoch. Missing samples
/// are gaps where the epochs mark them, and all of them if the parameters say so. @throws Error invalid_argument,
/// cancelled, no_engine.
std::vector<Multiscale> multiscale_each_channel(const series::EpochView& epochs, const MultiscaleParameters& parameters,
                                                const Execution& execution = {}, const ProgressCallback& progress = {});

}  // namespace biotropy::entropy
