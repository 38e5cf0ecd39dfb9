// SPDX-License-Identifier: Apache-2.0
//
// Pass band of a filter in hertz (cycles per sample for a series without a rate, which counts as 1).
#pragma once

#include <limits>

namespace biotropy::prepare {

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

}  // namespace biotropy::prepare
