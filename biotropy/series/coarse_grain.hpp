// SPDX-License-Identifier: Apache-2.0
//
// Coarse-graining: consecutive, non-overlapping windows of `scale` samples become one value each, their mean (Costa,
// Goldberger and Peng 2002) or their variance (the generalised form of Costa and Goldberger 2015). A series has `scale`
// such versions, one for every start in the first window (Wu et al. 2013, composite multiscale entropy).
#pragma once

#include <span>
#include <vector>

#include "biotropy/series/samples.hpp"

namespace biotropy::series {

/// Statistic that replaces a window of samples.
enum class Grain {
  mean,     ///< the samples added in time order, divided by their number
  variance  ///< the mean squared deviation from that mean
};

/// The floor((n - start) / scale) complete windows from `start` on. A window with a missing sample (NaN) becomes NaN.
/// @param scale samples of a window, at least 1.
/// @param start below `scale`.
/// @throws Error invalid_argument for a scale or a start that is not allowed.
std::vector<double> coarse_grain(Samples samples, int scale, Grain grain = Grain::mean, int start = 0);

/// coarse_grain() for measures that ask which values are equal: grains that differ by no more than the rounding of
/// their sums become equal, so that equal means of 0.1, 0.2 and 0.3 are equal as those of 1, 2 and 3 are.
/// @param lags the distances in grains at which they are compared; where rounding parts none of these, nothing changes.
std::vector<double> coarse_grain_with_ties(Samples samples, int scale, Grain grain, int start,
                                           std::span<const std::size_t> lags);

}  // namespace biotropy::series
