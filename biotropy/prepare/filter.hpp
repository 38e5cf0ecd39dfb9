// SPDX-License-Identifier: Apache-2.0
//
// A zero-phase filter, IIR or FIR, and its design from a pass band.
#pragma once

#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "biotropy/prepare/sections.hpp"
#include "biotropy/series/samples.hpp"

namespace biotropy::prepare {

// Pass band of a filter in hertz (cycles per sample for a series without a rate, which counts as 1).

/// Frequencies from low to high pass. Low 0 is a low-pass, an infinite high a high-pass.
struct Band {
  double low = 0.0;
  double high = std::numeric_limits<double>::infinity();

  bool has_low() const { return low > 0.0; }
  bool has_high() const { return high < std::numeric_limits<double>::infinity(); }
  /// True if everything passes: there is nothing to filter.
  bool open() const { return low == 0.0 && !has_high(); }
};

/// Throws invalid_argument unless the rate is positive and finite.
void require_rate(double rate);

/// Throws invalid_argument unless 0 <= low < high, each existing edge is below half the rate, and there is at least
/// one.
void validate(const Band& band, double rate);

/// Recursive (applied forwards and backwards) or FIR (applied once, its delay removed).
class Filter {
 public:
  explicit Filter(Sections sections) : sections_(std::move(sections)) {}
  explicit Filter(std::vector<double> taps) : taps_(std::move(taps)) {}

  /// The shortest series that can be filtered.
  std::size_t least_samples() const;

  /// @throws Error too_short for fewer samples; they must be finite.
  std::vector<double> apply(std::vector<double> samples) const;

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
