// SPDX-License-Identifier: Apache-2.0
//
// Recursive filters as a cascade of second-order sections, applied forwards and then backwards so that the phase
// cancels and the gain is squared. Both passes start in the steady state of their first sample, and the series is
// extended at both ends by its odd reflection, so a constant or a slope causes no transient (Gustafsson 1996 discusses
// the choice; the result equals scipy.signal.sosfiltfilt with its default padding).
#pragma once

#include <cstddef>
#include <vector>

#include "biotropy/series/samples.hpp"

namespace biotropy::prepare {

/// Transfer function (b0 + b1/z + b2/z^2) / (1 + a1/z + a2/z^2).
struct Section {
  double b0 = 1.0, b1 = 0.0, b2 = 0.0;
  double a1 = 0.0, a2 = 0.0;
};

using Sections = std::vector<Section>;

/// Number of samples by which zero_phase extends the series at each end; a series must be longer than this.
std::size_t reflection_length(const Sections& sections);

/// Filters forwards and backwards, in the memory of the samples; they must be finite.
/// @throws Error too_short unless there are more than reflection_length samples.
std::vector<double> zero_phase(const Sections& sections, std::vector<double> samples);

// Extension of a series beyond its ends for filtering: rotated by 180 degrees about its end points, which preserves
// value and slope.

/// `length` reflected samples in front of the first sample and behind the last one; length is below samples.size().
struct Reflection {
  std::vector<double> before, behind;
};
Reflection odd_reflection(series::Samples samples, std::size_t length);

}  // namespace biotropy::prepare
