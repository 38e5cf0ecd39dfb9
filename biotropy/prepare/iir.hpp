// SPDX-License-Identifier: Apache-2.0
//
// Recursive filters: Butterworth, Chebyshev and notch.
//
// From an analogue low-pass prototype to digital second-order sections: the prototype is moved to the band, mapped to
// the unit circle by the bilinear transform with warped band edges, and its poles are grouped with the nearest zeros,
// the poles closest to the unit circle last. Gain and grouping are those of scipy.signal.iirfilter(output='sos').
#pragma once

#include <complex>
#include <vector>

#include "biotropy/prepare/filter.hpp"
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

// Butterworth filters: no ripple, half the power at the band edges (Butterworth 1930). zero_phase squares the gain: a
// quarter of the power, half the amplitude, at the edges.

/// Equals scipy.signal.butter(order, edges, btype, fs=rate, output='sos'); a band-pass has 2 * order poles.
/// @throws Error invalid_argument for an order outside 1..20 or a band that validate() refuses.
Sections butterworth(const Band& band, int order, double rate);

// Chebyshev filters of type I: a small ripple in the pass band gives a steeper edge than Butterworth's.

/// Equals scipy.signal.cheby1(order, ripple, edges, btype, fs=rate, output='sos'); the ripple is in decibels.
/// @throws Error invalid_argument for an order outside 1..20, a ripple that is not positive, or a band that validate()
/// refuses.
Sections chebyshev(const Band& band, int order, double ripple, double rate);

// Notch filter: removes one frequency (the mains). The width of the notch at half the power of one pass is frequency /
// quality.

constexpr double kNotchQuality = 30.0;

/// One section; with zero_phase it equals scipy.signal.filtfilt(*scipy.signal.iirnotch(frequency, quality, fs=rate),
/// x).
/// @throws Error invalid_argument unless 0 < frequency < rate / 2 and quality > 2 * frequency / rate.
Sections notch(double frequency, double quality, double rate);

}  // namespace biotropy::prepare
