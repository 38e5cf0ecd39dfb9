// SPDX-License-Identifier: Apache-2.0
//
// How well the standard deviation of a series is known. Slow changes leave few independent samples: an autoregressive
// series of 1,000 samples with a coefficient of 0.98 has the SD that some twenty independent ones have.
#pragma once

#include "biotropy/series/samples.hpp"

namespace biotropy::series {

/// Standard error of the natural logarithm of the standard deviation, of a stationary series. ln SD is half of ln
/// variance, and the variance is a mean of squared deviations, whose autocovariances are added up in pairs of
/// neighbouring lags until a pair is no longer positive (initial positive sequence, Geyer 1992). Missing samples have
/// no part in it. 0 for a constant series. Of more than 32,768 samples means of neighbours are taken, so that the lags
/// are few. @throws Error as moments().
double log_sd_error(Samples samples);

}  // namespace biotropy::series
