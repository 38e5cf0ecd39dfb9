// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace biotropy::match {

/// Sum of numbers of at least 0, with what each addition rounds off added at the end (Neumaier 1974).
inline double compensated_sum(std::span<const double> values) {
  double total = 0.0, carry = 0.0;
  for (const double value : values) {
    const double next = total + value;
    carry += total >= value ? (total - next) + value : (value - next) + total;
    total = next;
  }
  return total + carry;
}

}  // namespace biotropy::match
