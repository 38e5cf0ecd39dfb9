// SPDX-License-Identifier: Apache-2.0
//
// Decimation: frequencies above the new Nyquist frequency are removed with zero phase, then every q-th sample is kept
// (a 4D Magnes at 678.17 Hz divided by 4 gives 169.5425 Hz).
#pragma once

#include <cstddef>
#include <vector>

#include "biotropy/prepare/filter.hpp"
#include "biotropy/series/samples.hpp"

namespace biotropy::prepare {

enum class AntiAlias {
  /// Chebyshev of order 8 with 0.05 dB ripple up to 0.8 of the new Nyquist frequency, forwards and backwards; the
  /// result equals scipy.signal.decimate(x, q), ftype='iir'.
  chebyshev,
  /// 20 q + 1 Hamming taps with half amplitude at the new Nyquist frequency; equals scipy.signal.decimate(x, q,
  /// ftype='fir') except for the first and last 10 results: SciPy assumes zeros beyond the ends, while this continues
  /// the series by its odd reflection, so that an offset makes no edge.
  fir
};

constexpr std::size_t kMaxDecimation = 1000;

/// Anti-alias filter for a factor. @throws Error invalid_argument unless the factor is in 2..1000.
Filter anti_alias_filter(std::size_t factor, AntiAlias kind);

/// Samples 0, factor, 2 factor, ... of the filtered series; factor 1 returns the samples unchanged.
/// @throws Error invalid_argument for a factor outside 1..1000; too_short if the series is shorter than the filter
/// needs.
std::vector<double> decimate(series::Samples samples, std::size_t factor, AntiAlias kind = AntiAlias::chebyshev);

}  // namespace biotropy::prepare
