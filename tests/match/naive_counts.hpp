// SPDX-License-Identifier: Apache-2.0
//
// The counts of a query straight from the definition: no early exit, no sharing between lengths, nothing of the library
// but the query itself.
#pragma once

#include <cstdint>
#include <vector>

#include "biotropy/match/query.hpp"

namespace biotropy::match {

/// [length][template of x]
std::vector<std::vector<std::uint64_t>> naive_counts(Samples x, Samples y, const Rule& rule);

}  // namespace biotropy::match
