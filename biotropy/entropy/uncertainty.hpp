// SPDX-License-Identifier: Apache-2.0
//
// Standard errors of SampEn and Cross-SampEn (Lake et al. 2002, appendix; sampen of PhysioNet, option -v). The
// conditional probability CP = A / B is a mean over the B matching pairs of U, whether a pair matches one sample
// further. Pairs that share samples are not independent, so its variance is that of independent pairs, CP (1 - CP) / B,
// plus the covariances of pairs that overlap. SampEn = -ln CP then has the standard error of CP divided by CP. That is
// for a tolerance that is known; in SD units it varies with the SD of the series, whose error Covariance::centred adds.
#pragma once

#include <optional>
#include <span>

#include "biotropy/entropy/conventions.hpp"
#include "biotropy/entropy/grid.hpp"
#include "biotropy/option.hpp"

namespace biotropy::entropy {

/// Sum of the covariances over the couples of overlapping pairs, in both orders: in K_A both pairs match at m + 1, in
/// K_B both at m, and in K_AB one at m + 1 and the other at m.
enum class Covariance {
  /// U U' - CP^2: (K_A - K_B CP^2) / B^2, the formula of Lake et al. It is too large, by 40 to 150 % of the variance
  /// for noise and smoothed noise: it uses CP as the mean of U over pairs that overlap with another one, but a pair
  /// that
  /// also matches one step later certainly matches further.
  lake,
  /// The same formula with K_A and K_B of sampen -v of PhysioNet, which counts some couples twice: a few percent from
  /// `lake`. It prints the standard error of CP. Only for SampEn with a delay of 1 and without missing samples.
  physionet,
  /// (U - CP) (U' - CP): (K_A - 2 K_AB CP + K_B CP^2) / B^2, which agrees with the spread over independent series. With
  /// a tolerance in SD units, for SampEn, with the error that the SD of the series gives it.
  centred
};

struct UncertaintyOptions {
  double confidence = 0.95;  ///< share of the normal distribution inside the interval, above 0 and below 1
  /// The intervals of `centred` contain the mean over independent series in nearly that share, less often for series
  /// with slow changes and r in SD units (docs/measures.md); those of the others only for a known tolerance.
  Covariance covariance = Covariance::centred;
};

/// @throws Error invalid_argument.
void validate(const UncertaintyOptions& options);

/// A standard error as a user asks for it.
struct UncertaintySettings {
  bool standard_error = false;
  double confidence = UncertaintyOptions().confidence;
  std::optional<Covariance> covariance;  ///< none: physionet with that convention, otherwise centred

  /// None where no standard error is asked for. @throws Error invalid_argument as validate(); for another measure than
  /// SampEn, and for an option of a standard error that is not asked for.
  std::optional<UncertaintyOptions> resolved(Measure measure, Convention convention) const;
};

/// The options, in the order of the help.
std::span<const OptionRow<UncertaintySettings>> uncertainty_options();

struct Uncertainty {
  Entropy entropy;  ///< with B and A as matches_m and matches_m1
  double conditional_probability = 0.0;
  /// Couples of matching pairs of which a template of one starts at most m tau samples from a template of the other in
  /// the same series, so that their windows of m + 1 samples overlap: K_B, K_A and K_AB. 0 for Covariance::physionet,
  /// which does not list them.
  std::uint64_t overlapping_m = 0, overlapping_m1 = 0, overlapping_mixed = 0;
  double conditional_error = 0.0;  ///< standard error of the conditional probability at this tolerance
  double tolerance_error = 0.0;    ///< part of the standard error that the error of the SD adds, otherwise 0
  double standard_error = 0.0;     ///< standard error of the entropy; NaN where the entropy is not finite
  /// Confidence interval of the entropy: symmetric for a known tolerance; otherwise with the changes of SampEn over the
  /// tolerances that the error of the SD allows, which are steps where samples lie on a lattice.
  double lower = 0.0, upper = 0.0;
};

/// A negative sum of covariances is set to 0, as PhysioNet does. Memory: O(n m tau).
/// @throws as sample_entropy; invalid_argument for the confidence, and for Covariance::physionet with a delay, a
/// Theiler window or templates of its own; missing_values for it.
Uncertainty sample_entropy_uncertainty(Samples x, const Parameters& parameters = {},
                                       const UncertaintyOptions& options = {}, const Execution& execution = {});

/// The errors are those for known SDs of both series: in SD units they are too small for series with slow changes.
/// @throws as cross_sample_entropy; invalid_argument for the confidence and for Covariance::physionet.
Uncertainty cross_sample_entropy_uncertainty(Samples u, Samples v, const Parameters& parameters = {},
                                             const UncertaintyOptions& options = {}, const Execution& execution = {});

/// SampEn for each (epoch, channel) and entry of the grid, at (epoch * channels + channel) * grid.size(). Entries that
/// cannot be computed are NaN with a reason. @throws Error invalid_argument, cancelled.
std::vector<Uncertainty> uncertainty_each_channel(const series::EpochView& epochs, const Grid& grid,
                                                  const Parameters& parameters, const UncertaintyOptions& options = {},
                                                  const Execution& execution = {},
                                                  const ProgressCallback& progress = {});

}  // namespace biotropy::entropy
