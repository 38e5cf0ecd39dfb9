// SPDX-License-Identifier: Apache-2.0
//
// FIR filters: the ideal response truncated by a Hamming window. They are symmetric, so one pass with the delay removed
// has zero phase. Convolution uses overlap-save with fast Fourier transforms, so the cost per sample grows with the
// logarithm of the length.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "biotropy/prepare/filter.hpp"
#include "biotropy/series/samples.hpp"

namespace biotropy::prepare {

/// Half amplitude at the band edges. Equals scipy.signal.firwin(taps, edges, window='hamming', pass_zero=..., fs=rate)
/// with its scaling: gain 1 at 0 Hz, in the middle of the band, or at half the rate.
/// @throws Error invalid_argument unless taps is odd and at least 3, or for a band that validate() refuses.
std::vector<double> windowed_fir(const Band& band, std::size_t taps, double rate);

/// Passes the whole band with full amplitude, by the rule of MNE-Python: transition bands of min(max(low / 4, 2 Hz),
/// low) and min(max(high / 4, 2 Hz), rate / 2 - high) adjoin the band, and each edge is a Hamming low-pass with half
/// amplitude in the middle of its transition band and an odd number of taps near 3.3 * rate / transition. The filter is
/// that of the upper edge (all frequencies if there is none) minus that of the lower edge, so a constant is removed
/// exactly. With zero_phase_fir it equals mne.filter.filter_data(x, rate, low, high) and its defaults.
/// @throws Error invalid_argument for a band that validate() refuses or that would need more than 100 million taps.
std::vector<double> band_fir(const Band& band, double rate);

/// One pass with the delay of (taps - 1) / 2 samples removed, in the memory of the samples; the series is extended by
/// its odd reflection. Equals
/// numpy.convolve(odd_ext(samples, (taps - 1) // 2), taps, 'valid') with the odd extension of scipy.signal.
/// @throws Error too_short for fewer samples than taps.
std::vector<double> zero_phase_fir(std::span<const double> taps, std::vector<double> samples);

}  // namespace biotropy::prepare
