// SPDX-License-Identifier: Apache-2.0
//
// Iterated amplitude-adjusted Fourier transforms (Schreiber and Schmitz 1996): by turns a series gets the wanted
// amplitudes of its frequencies and the wanted values in the order of its own, until the order stays the same. Several
// series are transformed together; where one has ended, the next takes its place.
#pragma once

#include <span>

#include "biotropy/series/samples.hpp"

namespace biotropy::surrogates {

class Fourier;

struct IaaftSeries {
  std::span<const double> sorted;      // its values
  std::span<const double> amplitudes;  // of its frequencies
  std::span<double> samples;           // its values in random order, which become the surrogate
};

void iterate(Fourier& fourier, std::span<const IaaftSeries> series);

// Series that surrogates of kind iaaft stand for badly. Where the values are skewed or heavy-tailed and neighbours are
// alike, values and spectrum together leave IAAFT little freedom: its surrogates cluster their large values less than
// linear noise that is seen through the same monotone scale, and an entropy rejects that noise too often.

/// Whether the skewness or the excess kurtosis and the autocorrelation of neighbours are so large. The bounds leave
/// Gaussian series of any spectrum and independent samples of any distribution alone (docs/surrogates.md).
/// @param x finite samples, not all of them equal.
bool distorts_iaaft(series::Samples x);

}  // namespace biotropy::surrogates
