// SPDX-License-Identifier: Apache-2.0
//
// Filters of finite length: the ideal response cut off by a Hamming window. They are symmetric, so one pass whose delay
// is taken out has zero phase. Convolution goes by overlap-save with fast Fourier transforms, so the cost per sample
// grows with the logarithm of the length.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "biotropy/prepare/band.hpp"
#include "biotropy/series/samples.hpp"

namespace biotropy::prepare {

/// The band edges are where the amplitude is one half. Equals scipy.signal.firwin(taps, edges, window='hamming',
/// pass_zero=..., fs=rate) with its scaling: gain 1 at 0 Hz, in the middle of the band, or at half the rate.
/// @throws Error invalid_argument unless taps is odd and at least 3, or for a band that validate() refuses.
std::vector<double> windowed_fir(const Band& band, std::size_t taps, double rate);

/// What a filter needs so that the whole pass band is passed.
struct FirDesign {
  std::size_t taps = 0;
  Band half_amplitude{};  ///< edges in the middle of the transition bands
};

/// The rule of MNE-Python's `filter_data`: beside a pass band from low to high lie transition bands of
/// min(max(low / 4, 2 Hz), low) and min(max(high / 4, 2 Hz), rate / 2 - high); a Hamming window needs 3.3 / transition
/// seconds for the narrower of them. The length is rounded up to an odd number.
FirDesign fir_design(const Band& pass_band, double rate);

/// One pass with the delay of (taps - 1) / 2 samples taken out; the series continues by its odd reflection. Equals
/// numpy.convolve(odd_ext(samples, (taps - 1) // 2), taps, 'valid') with the odd extension of scipy.signal.
/// @throws Error too_short for fewer samples than taps.
std::vector<double> zero_phase_fir(std::span<const double> taps, series::Samples samples);

}  // namespace biotropy::prepare
