// SPDX-License-Identifier: Apache-2.0
//
// Counts of a query from the definition: pair by pair, no sharing between lengths, and no library code except the
// query itself.
#pragma once

#include <cstdint>
#include <vector>

#include "biotropy/match/query.hpp"

namespace biotropy::match {

/// [length][template of x]
std::vector<std::vector<std::uint64_t>> naive_counts(Samples x, Samples y, const Rule& rule);

}  // namespace biotropy::match
