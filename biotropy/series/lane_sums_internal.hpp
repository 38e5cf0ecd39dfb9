// SPDX-License-Identifier: Apache-2.0
//
// Sums over samples in lanes: sample i belongs to lane i mod 8, and every lane has a compensated sum of its own. The
// sums are independent, so the lanes become vector instructions, with the same bits on every instruction set.
#pragma once

#include <array>
#include <cmath>

#include "biotropy/series/samples.hpp"

namespace biotropy::series {

constexpr std::size_t kLanes = 8;
using Lanes = std::array<double, kLanes>;

/// Compensated sums; the rounding error of an addition is found without a branch (Knuth).
struct LaneSums {
  Lanes sums{}, carries{};
};

inline void add(LaneSums& to, const Lanes& terms) {
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const double next = to.sums[lane] + terms[lane], part = next - to.sums[lane];
    to.carries[lane] += (to.sums[lane] - (next - part)) + (terms[lane] - part);
    to.sums[lane] = next;
  }
}

/// Number, range and sums of the samples that are not missing.
struct Extent {
  std::size_t n = 0;
  double least = INFINITY, greatest = -INFINITY;
  LaneSums sums;
};

Extent extent_of_block(Samples samples);

/// What is squared: (sample - mean) * scale * rest.
struct Deviation {
  double mean, scale, rest;
  bool missing;  ///< whether samples may be missing
};

LaneSums squares_of_block(Samples samples, const Deviation& deviation);

}  // namespace biotropy::series
