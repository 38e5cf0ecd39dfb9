// SPDX-License-Identifier: Apache-2.0
//
// Inner loops of the fuzzy sums: membership of each template of a block (rows) with a window of others, added up.
// Distances go to a buffer in the first-level cache, eight at a time, and the membership function runs over the buffer.
// The exponential is a polynomial for 2^f: unfused multiplications and additions give the same bits on every
// instruction set, unlike library versions. Eight partial sums at fixed places, whatever the vector width, and short
// runs keep the error of a sum below 1e-13.
#pragma once

#include <cstdint>
#include <span>

#include "biotropy/match/fuzzy/membership.hpp"

namespace biotropy::match {

/// Readable doubles, ignored, behind the last template of a coordinate.
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
  double excluded_time = -1.0;  ///< pairs of start times at most this far apart are excluded
  Membership membership;
  double r = 0.0;
};

double sum_membership(const FuzzyBlock& block);

}  // namespace biotropy::match
