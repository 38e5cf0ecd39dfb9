// SPDX-License-Identifier: Apache-2.0
//
// The order of doubles by value. Bit patterns of doubles, with the sign folded in, increase with the value; their upper
// 32 bits are radix-sorted with the positions in three passes, and the short runs that still tie are finished by
// comparison. Samples of a signal rarely share sign, exponent and 20 bits, so those runs are short; where they are not
// (few distinct values, an enormous offset) the comparison sort takes over for the run.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace biotropy::match {

/// Positions of the samples that are not NaN, by increasing value; equal values in increasing position. Long series are
/// sorted on the threads of the surrounding with_threads.
std::vector<std::uint32_t> argsort(std::span<const double> values);

}  // namespace biotropy::match
