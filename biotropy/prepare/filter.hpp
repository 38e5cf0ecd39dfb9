// SPDX-License-Identifier: Apache-2.0
//
// A zero-phase filter, IIR or FIR, and its design from a pass band.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "biotropy/prepare/band.hpp"
#include "biotropy/prepare/sections.hpp"
#include "biotropy/series/samples.hpp"

namespace biotropy::prepare {

/// Recursive (applied forwards and backwards) or FIR (applied once, its delay removed).
class Filter {
 public:
  explicit Filter(Sections sections) : sections_(std::move(sections)) {}
  explicit Filter(std::vector<double> taps) : taps_(std::move(taps)) {}

  /// The shortest series that can be filtered.
  std::size_t least_samples() const;

  /// @throws Error too_short for fewer samples; they must be finite.
  std::vector<double> apply(series::Samples samples) const;

 private:
  Sections sections_;
  std::vector<double> taps_;
};

enum class FilterDesign {
  butterworth,  ///< half amplitude at the band edges after both passes
  fir           ///< full amplitude in the whole band: band_fir
};

/// Frequencies to keep, and the design.
struct BandFilter {
  Band band{};  ///< open by default: nothing is filtered
  FilterDesign design = FilterDesign::butterworth;
  int order = 4;         ///< Butterworth: poles of a low- or high-pass; a band-pass has twice as many
  std::size_t taps = 0;  ///< FIR: 0 selects band_fir; else windowed_fir, half amplitude at the band edges
};

/// @throws Error invalid_argument for a band, an order or a number of taps that is impossible at this rate.
Filter make_filter(const BandFilter& wanted, double rate);

}  // namespace biotropy::prepare
