// SPDX-License-Identifier: Apache-2.0
//
// Items that argsort() sorts: a key of 32 bits, which does not decrease where the value grows, above the position of
// the value. Made, searched for ties and taken apart by vectors, as each of these passes would otherwise take half as
// long as a pass of sorting.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

namespace biotropy::match {

constexpr int kDigitBits = 12;
constexpr double kKeySteps = (1 << 2 * kDigitBits) - 1;

/// Keys of values. Steps of equal width between the least and the greatest value need two digits; where too many values
/// would share a step, as with outliers, the upper half of the ordered bit pattern needs three.
struct SortKeys {
  double least = 0.0, scale = 0.0;
  bool linear = false;

  SortKeys(double from, double to, bool by_steps) : least(from), scale(kKeySteps / (to - from)), linear(by_steps) {}

  int digits() const { return linear ? 2 : 3; }
  /// The rounded difference and product never decrease as the value grows.
  std::uint32_t of(double value) const {
    if (linear) return static_cast<std::uint32_t>((value - least) * scale);
    const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);  // turns -0.0 into 0.0, its equal
    return static_cast<std::uint32_t>(((bits >> 63) != 0 ? ~bits : bits | (std::uint64_t{1} << 63)) >> 32);
  }
};

/// Number and range of the values that are not NaN.
struct ValueRange {
  std::size_t present = 0;
  double least = INFINITY, greatest = -INFINITY;
};

ValueRange range_of(std::span<const double> values);

/// Writes the items of the values that are not NaN, the first of which is at a position, in their order.
void make_items(std::span<const double> values, std::size_t position, const SortKeys& keys, std::uint64_t* items);

/// Positions of items.
void take_positions(std::span<const std::uint64_t> items, std::uint32_t* positions);

/// First k from here on whose item has the key of the one before it; the number of items if there is none.
std::size_t next_tie(std::span<const std::uint64_t> items, std::size_t k);

}  // namespace biotropy::match
