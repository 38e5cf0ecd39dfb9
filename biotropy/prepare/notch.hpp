// SPDX-License-Identifier: Apache-2.0
//
// Notch filter: removes one frequency (the mains). The width of the notch at half the power of one pass is frequency /
// quality.
#pragma once

#include "biotropy/prepare/sections.hpp"

namespace biotropy::prepare {

constexpr double kNotchQuality = 30.0;

/// One section; with zero_phase it equals scipy.signal.filtfilt(*scipy.signal.iirnotch(frequency, quality, fs=rate),
/// x).
/// @throws Error invalid_argument unless 0 < frequency < rate / 2 and quality > 2 * frequency / rate.
Sections notch(double frequency, double quality, double rate);

}  // namespace biotropy::prepare
