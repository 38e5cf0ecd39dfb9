// SPDX-License-Identifier: Apache-2.0
#include "tests/sicamm/peer_samples.hpp"

#include <cmath>
#include <cstdint>

namespace biotropy::sicamm {

namespace {

constexpr double kMixing[4][4] = {
    {1.0, 0.5, -0.25, 0.125}, {0.25, 1.0, 0.5, -0.5}, {-0.5, 0.25, 1.0, 0.5}, {0.125, -0.5, 0.25, 1.0}};

}  // namespace

std::vector<double> peer_samples() {
  std::uint32_t state = 12345;
  const auto draw = [&] {
    state = 1664525U * state + 1013904223U;
    return static_cast<double>(state) / 4294967296.0 - 0.5;
  };
  std::vector<double> result;
  for (std::size_t i = 0; i < kPeerSamples; ++i) {
    const double a = draw(), b = draw(), c = draw(), d = draw();
    const double sources[4] = {a, b * b * b, (c + 0.5) * (c + 0.5), d * std::abs(d)};
    for (const auto& row : kMixing) {
      double total = 0.0;
      for (std::size_t j = 0; j < 4; ++j) total += row[j] * sources[j];
      result.push_back(total);
    }
  }
  return result;
}

}  // namespace biotropy::sicamm
