// SPDX-License-Identifier: Apache-2.0
//
// When two recordings have one sampling rate. Files round it: FIF keeps 24 bits (600.61499 of 600.615), EDF the length
// of its records in eight characters (255.9974 of 256), BrainVision often whole microseconds (512.033 of 512). The
// clock of a recorder is not more exact than that. At the limit an epoch of 10 s is 1 ms longer, and a day 9 s; rates
// that are meant to differ lie farther apart.
#pragma once

#include <algorithm>
#include <cmath>

namespace biotropy::series {

/// Relative difference up to which rates are the same.
inline constexpr double kSameRate = 1e-4;

inline bool is_same_rate(double one, double other) {
  return std::abs(one - other) <= kSameRate * std::max(one, other);
}

}  // namespace biotropy::series
