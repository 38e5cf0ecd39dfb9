// SPDX-License-Identifier: Apache-2.0
//
// Portable generator of the reference values: s <- (1103515245 s + 12345) mod 2^31, x = s / 2^31, exact in double.
#pragma once

#include <cstdint>
#include <vector>

namespace biotropy::entropy {

std::vector<double> portable_series(std::uint64_t seed, std::size_t n);

}  // namespace biotropy::entropy
