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

/// Words that list_bits() may write behind its list.
constexpr std::size_t kListedAtOnce = 8;

/// A sample with its tolerance and its row.
struct ComparedSample {
  double value, limit;
  std::uint64_t* row;
};

/// Sets the words of every row that contain the positions [begin, end): the bit of a position says whether
/// |value - y| <= limit. Other bits of these words are undefined. All rows in one pass, since y may be larger than the
/// nearest cache. @param y readable up to the next multiple of 64 positions.
void compare_samples(std::span<const ComparedSample> samples, const double* y, std::size_t begin, std::size_t end);

/// Templates [begin, end) of y that match a template whose samples have these rows: the bit of position j is that of
/// j + k tau in every row k, and that of j in `among`, which may be null. Bits outside [begin, end) in the words
/// written are 0. @returns the number of matches.
std::size_t intersect(std::span<const std::uint64_t* const> rows, std::size_t tau, const std::uint64_t* among,
                      std::size_t begin, std::size_t end, std::uint64_t* matches);

/// Lists the positions of the bits that are set in `in` and not in `not_in`, in the words that contain [begin, end),
/// where `in` has no others. @param positions room for them and kListedAtOnce more. @returns their number.
std::size_t list_bits(const std::uint64_t* in, const std::uint64_t* not_in, std::size_t begin, std::size_t end,
                      std::size_t* positions);

/// counts[j] goes up by one for the bits of `more` and down by one for those of `fewer`, in the words that contain
/// [begin, end). @param counts readable and writable up to the next multiple of 64.
void change_counts(const std::uint64_t* more, const std::uint64_t* fewer, std::size_t begin, std::size_t end,
                   std::uint32_t* counts);

}  // namespace biotropy::match
