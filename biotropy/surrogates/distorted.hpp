// SPDX-License-Identifier: Apache-2.0
//
// Series that surrogates of kind iaaft stand for badly. Where the values are skewed or heavy-tailed and neighbours are
// alike, values and spectrum together leave IAAFT little freedom: its surrogates cluster their large values less than
// linear noise that is seen through the same monotone scale, and an entropy rejects that noise too often.
#pragma once

#include "biotropy/series/samples.hpp"

namespace biotropy::surrogates {

/// Whether the skewness or the excess kurtosis and the autocorrelation of neighbours are so large. The bounds leave
/// Gaussian series of any spectrum and independent samples of any distribution alone (docs/surrogates.md).
/// @param x finite samples, not all of them equal.
bool distorts_iaaft(series::Samples x);

}  // namespace biotropy::surrogates
