// SPDX-License-Identifier: Apache-2.0
//
// Order of doubles by value. Bit patterns of doubles, with the sign folded in, increase with the value. Their upper 32
// bits are radix-sorted with the positions in three passes; runs that still tie are sorted by comparison. Such runs are
// short, because samples of a signal rarely share sign, exponent and 20 bits, and long only with few distinct values or
// a very large offset.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace biotropy::match {

/// Positions of the samples that are not NaN, by increasing value; equal values by increasing position. Long series are
/// sorted on the threads of the enclosing with_threads.
std::vector<std::uint32_t> argsort(std::span<const double> values);

}  // namespace biotropy::match
