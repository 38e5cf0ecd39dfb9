// SPDX-License-Identifier: Apache-2.0
//
// The product of many counts, of which the sum of their logarithms is one logarithm: eight running products, whose
// exponents are taken off before they overflow. Rounding costs at most one part in 2^53 of the product for each factor,
// less than adding logarithms would. The order of operations is fixed, so the product has the same bits on every
// instruction set, and on devices with double precision.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace biotropy::match {

/// mantissa * 2^exponent, over the counts that are not 0.
struct CountProduct {
  double mantissa = 1.0;
  std::int64_t exponent = 0;
  std::uint64_t counts = 0;               ///< how many there are
  std::uint64_t zeros = 0;                ///< how many of them are 0
  std::uint64_t zeros_among_longest = 0;  ///< of the first ones, as many as there are counts at the longest length

  friend bool operator==(const CountProduct&, const CountProduct&) = default;
};

/// @param n_longest how many counts there are at the longest length.
CountProduct count_product(std::span<const std::uint32_t> counts, std::size_t n_longest = 0);

}  // namespace biotropy::match
