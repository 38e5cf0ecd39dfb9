// SPDX-License-Identifier: Apache-2.0
//
// Chebyshev filters of type I: a small ripple in the pass band gives a steeper edge than Butterworth's.
#pragma once

#include "biotropy/prepare/band.hpp"
#include "biotropy/prepare/sections.hpp"

namespace biotropy::prepare {

/// Equals scipy.signal.cheby1(order, ripple, edges, btype, fs=rate, output='sos'); the ripple is in decibels.
/// @throws Error invalid_argument for an order outside 1..20, a ripple that is not positive, or a band that validate()
/// refuses.
Sections chebyshev(const Band& band, int order, double ripple, double rate);

}  // namespace biotropy::prepare
