// SPDX-License-Identifier: Apache-2.0
//
// The squares of overlap.cpp for series of few distinct values: rows of the matrix of matches as sets of bits, 512
// columns at a time, whatever the number of matches. Matches in the row of a square are added as bits of equal weight
// (carry-save), so that the sum over all squares is one of population counts. Columns are taken in stretches of 8192;
// the bit of column p is in vector p modulo 16, and a shift by one column is the next vector.
#pragma once

#include <optional>
#include <vector>

#include "biotropy/match/query.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::match {

/// Sums, over all matches more than `apart` columns behind their row, of the matches in the square around each: those
/// of the same length, and those of the previous length.
struct Squares {
  std::uint64_t same = 0, shorter = 0;
};

/// True if rows of bits are faster than lists of matches.
bool has_dense_squares(Samples x, Samples y, const Rule& rule, std::size_t window);

/// One entry per length of the rule, or nothing if a series has too many distinct values or the window is too long.
/// @param half only matches behind their row exist.
std::optional<std::vector<Squares>> dense_squares(Samples x, Samples y, const Rule& rule, bool half, std::size_t window,
                                                  std::int64_t apart, const CancelFlag* cancel);

}  // namespace biotropy::match
