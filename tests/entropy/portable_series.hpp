// SPDX-License-Identifier: Apache-2.0
//
// Portable generator of the reference values: s <- (1103515245 s + 12345) mod 2^31, x = s / 2^31, exact in double.
#pragma once

#include <cstdint>
#include <vector>

namespace biotropy::entropy {

inline std::vector<double> portable_series(std::uint64_t seed, std::size_t n) {
  constexpr std::uint64_t modulus = std::uint64_t{1} << 31;
  std::vector<double> samples(n);
  for (double& value : samples) {
    seed = (1103515245 * seed + 12345) % modulus;
    value = static_cast<double>(seed) / static_cast<double>(modulus);
  }
  return samples;
}

}  // namespace biotropy::entropy
