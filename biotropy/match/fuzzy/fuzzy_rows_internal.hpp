// SPDX-License-Identifier: Apache-2.0
//
// The inner loops of the fuzzy sums: for a block of templates (rows), the membership of each with a window of others,
// added up. Distances go to a buffer in the first cache level, eight at a time, and the membership function runs over
// the buffer. The exponential is 2^f by a polynomial of its own: multiplications and additions that are never fused
// give the same bits on every instruction set, which an exponential made for one of them does not. Eight partial sums
// of fixed places, whatever the width of a vector, and short runs keep the error of a sum below 1e-13.
#pragma once

#include <cstdint>
#include <span>

#include "biotropy/match/fuzzy/membership.hpp"

namespace biotropy::match {

/// Doubles that may be read, and are ignored, behind the last template of a coordinate.
constexpr std::size_t kFuzzyPadding = 8;

/// Templates as one array per coordinate, each kFuzzyPadding longer than the number of templates.
struct FuzzyPlaces {
  std::span<const double* const> coordinates;
  const double* times = nullptr;  ///< start positions
};

/// Rows [first, last) of x against the columns [begins[row], ends[row]) of y.
struct FuzzyBlock {
  FuzzyPlaces x, y;
  std::size_t first = 0, last = 0;
  const std::uint32_t* begins = nullptr;
  const std::uint32_t* ends = nullptr;
  double excluded_time = -1.0;  ///< pairs of start times at most this far apart are left out
  Membership membership;
  double r = 0.0;
};

double sum_membership(const FuzzyBlock& block);

}  // namespace biotropy::match
