// SPDX-License-Identifier: Apache-2.0
//
// Mean and standard deviation of a series, the z-score u* = (u - mean) / SD (Martinez-Zarzuela et al. 2013, equations 1
// and 2), and the tolerance r in the units of the samples. NaN samples are left out of the sums and stay NaN.
#pragma once

#include "biotropy/series/samples.hpp"

namespace biotropy::series {

struct Moments {
  std::size_t n = 0;  ///< samples that are not missing
  double mean = 0.0;
  /// What rounding took from the mean, where that is more than 1e-9 SD (offsets of some 10^7 SD); else 0.
  double mean_rest = 0.0;
  double sd = 0.0;  ///< exactly 0 for a constant series of any value
};

/// Two passes with compensated sums, on the threads of the enclosing with_threads: an offset of 200,000 with an SD of 6
/// loses no accuracy. Squares neither overflow nor underflow.
/// @param ddof 1 divides by n - 1, 0 by n.
/// @throws Error invalid_argument for another ddof; too_short for fewer than 1 + ddof samples; invalid_data for a
/// sample beyond 1e300.
Moments moments(Samples samples, int ddof = 1);

/// (samples - mean - mean_rest) / SD into `result`, which has the size of `samples`. @throws Error constant_series if
/// SD is 0.
void normalise(Samples samples, int ddof, std::span<double> result);

/// Unit of a tolerance.
enum class RUnit {
  sd,               ///< a multiple of the standard deviation of the whole series
  absolute,         ///< in the units of the samples
  total_variation,  ///< a multiple of the sum of the standard deviations of all channels; of one series as sd
};

/// Tolerance in the units of the samples.
/// @throws Error invalid_argument unless r is finite and >= 0; constant_series if it is a multiple of an SD of 0.
double absolute_tolerance(Samples samples, double r, RUnit unit, int ddof = 1);

// How well the standard deviation of a series is known. Slow changes leave few independent samples: an autoregressive
// series of 1,000 samples with a coefficient of 0.98 has the SD that some twenty independent ones have.

/// Standard error of the natural logarithm of the standard deviation, of a stationary series. ln SD is half of ln
/// variance, and the variance is a mean of squared deviations, whose autocovariances are added up in pairs of
/// neighbouring lags until a pair is no longer positive (initial positive sequence, Geyer 1992). Missing samples have
/// no part in it. 0 for a constant series. Of more than 32,768 samples means of neighbours are taken, so that the lags
/// are few. @throws Error as moments().
double log_sd_error(Samples samples);

}  // namespace biotropy::series
