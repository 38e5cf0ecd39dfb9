// SPDX-License-Identifier: Apache-2.0
//
// Iterated amplitude-adjusted Fourier transforms (Schreiber and Schmitz 1996): by turns a series gets the wanted
// amplitudes of its frequencies and the wanted values in the order of its own, until the order stays the same. Several
// series are transformed together; where one has ended, the next takes its place.
#pragma once

#include <span>

#include "biotropy/surrogates/fourier_internal.hpp"

namespace biotropy::surrogates {

struct IaaftSeries {
  std::span<const double> sorted;      // its values
  std::span<const double> amplitudes;  // of its frequencies
  std::span<double> samples;           // its values in random order, which become the surrogate
};

void iterate(Fourier& fourier, std::span<const IaaftSeries> series);

}  // namespace biotropy::surrogates
