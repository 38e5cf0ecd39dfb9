// SPDX-License-Identifier: Apache-2.0
//
// Order of doubles by value. Values become keys of 32 bits that do not decrease where they grow, and are radix-sorted by
// them with their positions: in two passes by steps of equal width between the least and the greatest value, or, where
// these would not separate most values, in three by the upper half of their bit patterns. Runs of equal keys are sorted
// by comparison. They are short, and long only with few distinct values or a very large offset.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace biotropy::match {

/// Positions of the samples that are not NaN, by increasing value; equal values by increasing position. Long series are
/// sorted on the threads of the enclosing with_threads.
std::vector<std::uint32_t> argsort(std::span<const double> values);

}  // namespace biotropy::match
