// SPDX-License-Identifier: Apache-2.0
//
// Butterworth filters: no ripple, half the power at the band edges (Butterworth 1930). zero_phase squares the gain: a
// quarter of the power, half the amplitude, at the edges.
#pragma once

#include "biotropy/prepare/band.hpp"
#include "biotropy/prepare/sections.hpp"

namespace biotropy::prepare {

/// Equals scipy.signal.butter(order, edges, btype, fs=rate, output='sos'); a band-pass has 2 * order poles.
/// @throws Error invalid_argument for an order outside 1..20 or a band that validate() refuses.
Sections butterworth(const Band& band, int order, double rate);

}  // namespace biotropy::prepare
