// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/log_sum.hpp"

#include <cmath>
#include <numbers>

namespace biotropy::entropy {

LogSum log_sum(const match::CountProduct& product) {
  return {std::log(product.mantissa) + static_cast<double>(product.exponent) * std::numbers::ln2, product.zeros};
}

LogSum log_sum(std::span<const std::uint32_t> counts) {
  return log_sum(match::count_product(counts));
}

}  // namespace biotropy::entropy
