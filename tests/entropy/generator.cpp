// SPDX-License-Identifier: Apache-2.0
#include "generator.hpp"

namespace biotropy::entropy {

std::vector<double> portable_series(std::uint64_t seed, std::size_t n) {
  constexpr std::uint64_t modulus = std::uint64_t{1} << 31;
  std::vector<double> samples(n);
  for (double& value : samples) {
    seed = (1103515245 * seed + 12345) % modulus;
    value = static_cast<double>(seed) / static_cast<double>(modulus);
  }
  return samples;
}

}  // namespace biotropy::entropy
