// SPDX-License-Identifier: Apache-2.0
//
// How well SampEn and Cross-SampEn are known (Lake et al. 2002, appendix; sampen of PhysioNet, option -v). The
// conditional probability CP = A / B is a mean over the B matching pairs of U, whether a pair matches one sample
// further. Pairs that share samples are not independent, so its variance is that of independent pairs, CP (1 - CP) / B,
// and the covariances of those that overlap. SampEn = -ln CP then has the standard error of CP divided by CP.
#pragma once

#include "biotropy/entropy/grid.hpp"

namespace biotropy::entropy {

/// How the covariances are added up over the couples of overlapping pairs, in both orders: K_A of them match at m + 1,
/// K_B at m, and in K_AB one matches at m + 1 and the other at m.
enum class Covariance {
  /// U U' - CP^2: (K_A - K_B CP^2) / B^2, the formula of Lake et al. It is too large, by 40 to 150 % of the variance
  /// for
  /// noise and smoothed noise: CP stands for the mean of U over pairs that overlap with another one, but a pair that
  /// also matches one step later has matched further for certain.
  lake,
  /// The same formula with K_A and K_B as sampen -v of PhysioNet adds them up, some couples twice: a few percent from
  /// `lake`. It prints the standard error of CP. SampEn alone, with a delay of 1 and no missing samples.
  physionet,
  /// (U - CP) (U' - CP): (K_A - 2 K_AB CP + K_B CP^2) / B^2, which meets the spread over independent series.
  centred
};

struct UncertaintyOptions {
  double confidence = 0.95;  ///< share of the normal distribution inside the interval, above 0 and below 1
  Covariance covariance = Covariance::centred;  ///< the one whose intervals hold what they promise
};

/// @throws Error invalid_argument.
void validate(const UncertaintyOptions& options);

struct Uncertainty {
  Entropy entropy;  ///< with B and A as matches_m and matches_m1
  double conditional_probability = 0.0;
  /// Couples of matching pairs of which a template of one starts at most m tau samples from a template of the other in
  /// the same series, so that their windows of m + 1 samples overlap: K_B, K_A and K_AB. 0 for Covariance::physionet,
  /// which does not list them.
  std::uint64_t overlapping_m = 0, overlapping_m1 = 0, overlapping_mixed = 0;
  double conditional_error = 0.0;   ///< standard error of the conditional probability
  double standard_error = 0.0;      ///< standard error of the entropy; NaN where the entropy is not finite
  double lower = 0.0, upper = 0.0;  ///< the entropy less and plus as many standard errors as the confidence asks for
};

/// A covariance that comes out negative is taken as 0, as PhysioNet does. Memory is O(n m tau).
/// @throws as sample_entropy; invalid_argument for the confidence, and for Covariance::physionet with a delay, a
/// Theiler window or templates of its own; missing_values for it.
Uncertainty sample_entropy_uncertainty(Samples x, const Parameters& parameters = {},
                                       const UncertaintyOptions& options = {}, const Execution& execution = {});

/// @throws as cross_sample_entropy; invalid_argument for the confidence and for Covariance::physionet.
Uncertainty cross_sample_entropy_uncertainty(Samples u, Samples v, const Parameters& parameters = {},
                                             const UncertaintyOptions& options = {}, const Execution& execution = {});

/// One for each (epoch, channel) and entry of the grid, at (epoch * channels + channel) * grid.size(), for SampEn. What
/// cannot be computed is NaN with its reason. @throws Error invalid_argument, cancelled.
std::vector<Uncertainty> uncertainty_each_channel(const series::EpochView& epochs, const Grid& grid,
                                                  const Parameters& parameters, const UncertaintyOptions& options = {},
                                                  const Execution& execution = {},
                                                  const ProgressCallback& progress = {});

}  // namespace biotropy::entropy
