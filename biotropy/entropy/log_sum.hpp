// SPDX-License-Identifier: Apache-2.0
//
// The sum of the logarithms of many counts: the logarithm of their product (match/count_product.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "biotropy/match/count_product.hpp"

namespace biotropy::entropy {

struct LogSum {
  double sum = 0.0;       ///< of ln(count) over the counts that are not 0
  std::size_t zeros = 0;  ///< counts that are 0
};

LogSum log_sum(const match::CountProduct& product);
LogSum log_sum(std::span<const std::uint32_t> counts);

}  // namespace biotropy::entropy
