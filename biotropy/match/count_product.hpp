// SPDX-License-Identifier: Apache-2.0
//
// Product of many counts; its logarithm is the sum of their logarithms. Eight running products are kept, and their
// exponents are removed before they overflow. Each factor adds a rounding error of at most one part in 2^53, less than
// adding logarithms would. The order of operations is fixed, so the product has the same bits on every instruction set
// and on devices with double precision.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace biotropy::match {

/// mantissa * 2^exponent, over the counts that are not 0.
struct CountProduct {
  double mantissa = 1.0;
  std::int64_t exponent = 0;
  std::uint64_t counts = 0;               ///< number of counts
  std::uint64_t zeros = 0;                ///< number of counts that are 0
  std::uint64_t zeros_among_longest = 0;  ///< zeros among the first counts, as many as at the longest length

  friend bool operator==(const CountProduct&, const CountProduct&) = default;
};

/// @param n_longest number of counts at the longest length.
CountProduct count_product(std::span<const std::uint32_t> counts, std::size_t n_longest = 0);

/// Products of the counts at two lengths, with `n_longest` = shorter.size(): side by side, as each multiplication waits
/// for the one before. @param shorter has at most as many as `longer`.
std::array<CountProduct, 2> count_products(std::span<const std::uint32_t> longer,
                                           std::span<const std::uint32_t> shorter);

/// The same of the counts of a pair at any number of lengths, of which the last has the fewest.
void count_products(std::span<const std::span<const std::uint16_t>> counts, std::vector<CountProduct>& products);

}  // namespace biotropy::match
