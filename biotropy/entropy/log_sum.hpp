// SPDX-License-Identifier: Apache-2.0
//
// The sum of the logarithms of many counts. It is the logarithm of their product, and a product needs one
// multiplication a count: eight running products, whose exponents are taken off before they overflow, and a single
// logarithm at the end. Rounding costs at most one part in 2^53 of the product for each factor, less than adding the
// logarithms would. The order of operations is fixed, so the sum is the same on every instruction set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace biotropy::entropy {

struct LogSum {
  double sum = 0.0;       ///< of ln(count) over the counts that are not 0
  std::size_t zeros = 0;  ///< counts that are 0
};

LogSum log_sum(std::span<const std::uint32_t> counts);

}  // namespace biotropy::entropy
