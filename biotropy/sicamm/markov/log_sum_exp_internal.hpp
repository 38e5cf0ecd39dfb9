// SPDX-License-Identifier: Apache-2.0
//
// ln sum_k exp(v_k) without overflow or underflow.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace biotropy::sicamm {

/// Logarithm of the probability of an impossible event.
inline constexpr double kImpossible = -std::numeric_limits<double>::infinity();

/// -infinity for no values, and if all are -infinity.
inline double log_sum_exp(std::span<const double> values) {
  double largest = -std::numeric_limits<double>::infinity();
  for (const double value : values) largest = std::max(largest, value);
  if (!(largest > -std::numeric_limits<double>::infinity())) return largest;
  if (values.size() == 2) return largest + std::log(1.0 + std::exp(std::min(values[0], values[1]) - largest));
  double sum = 0.0;
  for (const double value : values) sum += std::exp(value - largest);
  return largest + std::log(sum);
}

}  // namespace biotropy::sicamm
