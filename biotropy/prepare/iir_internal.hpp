// SPDX-License-Identifier: Apache-2.0
//
// From an analogue low-pass prototype to digital second-order sections: the prototype is moved to the band, mapped to
// the unit circle by the bilinear transform with warped band edges, and its poles are grouped with the nearest zeros,
// the poles closest to the unit circle last. Gain and grouping are those of scipy.signal.iirfilter(output='sos').
#pragma once

#include <complex>
#include <vector>

#include "biotropy/prepare/band.hpp"
#include "biotropy/prepare/sections.hpp"

namespace biotropy::prepare {

constexpr int kMaxFilterOrder = 20;

/// Throws invalid_argument unless the order lies in 1..20.
void require_order(int order);

/// An all-pole analogue low-pass whose band ends at 1 rad/s.
struct Prototype {
  int order = 0;
  std::vector<std::complex<double>> poles;  ///< one of each conjugate pair (positive imaginary part), and the real one
  double gain = 1.0;
};

/// @throws Error invalid_argument if the band is so near to 0 Hz or to half the rate that the poles of the filter are
/// on the unit circle in double precision.
Sections digital(const Prototype& prototype, const Band& band, double rate);

}  // namespace biotropy::prepare
