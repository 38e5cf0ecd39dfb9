// SPDX-License-Identifier: Apache-2.0
//
// Vector operations on rows of bits, one bit for each position of a window: samples within r of a value, templates that
// match, and their counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace biotropy::match {

constexpr std::size_t kWordBits = 64;
/// Words behind a row that shifted reads may touch.
constexpr std::size_t kRowPadding = 16;

/// Sets the words that contain the positions [begin, end): the bit of a position says whether |x - y| <= limit. Other
/// bits of these words are undefined. @param y readable up to the next multiple of 64 positions.
void compare_samples(double x, const double* y, std::size_t begin, std::size_t end, double limit, std::uint64_t* row);

/// Templates [begin, end) of y that match a template whose samples have these rows: the bit of position j is that of
/// j + k tau in every row k, and that of j in `among`, which may be null. Bits outside [begin, end) in the words
/// written are 0. @returns the number of matches.
std::size_t intersect(std::span<const std::uint64_t* const> rows, std::size_t tau, const std::uint64_t* among,
                      std::size_t begin, std::size_t end, std::uint64_t* matches);

/// counts[j] += change for the set bits of the words that contain [begin, end); the others are not 0 only inside.
/// @param counts readable and writable up to the next multiple of 64.
void add_where(const std::uint64_t* matches, std::size_t begin, std::size_t end, std::uint32_t change,
               std::uint32_t* counts);

}  // namespace biotropy::match
