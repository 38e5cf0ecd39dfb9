// SPDX-License-Identifier: Apache-2.0
#include "tests/sicamm/published.hpp"

#include <fmt/format.h>

#include <cmath>

#include "biotropy/error.hpp"

namespace biotropy::sicamm {

PublishedResult classify_as_published(const ClassDensities& densities, std::span<const double> samples, double r,
                                      const Execution& execution) {
  if (densities.classes() != 2) {
    throw Error::argument("classes", fmt::format("{}", densities.classes()), "2, the only number Algorithm 2 is for");
  }
  if (!(r >= 0.0 && r <= 1.0)) throw Error::argument("r", fmt::format("{}", r), "a number from 0 to 1");
  constexpr std::size_t block = 256;
  const std::vector<double> log_densities = densities.log_densities(samples, block, execution);
  const double log_det1 = densities.log_determinant(0), log_det2 = densities.log_determinant(1);
  const double det1 = std::exp(log_det1), det2 = std::exp(log_det2);
  PublishedResult result;
  double pc1 = 0.0, pc2 = 0.0;
  for (std::size_t i = 0; i < log_densities.size(); i += 2) {
    // The exponential of a sum underflows exactly where the product ps does.
    const double ps1 = std::exp(log_densities[i] - log_det1), ps2 = std::exp(log_densities[i + 1] - log_det2);
    const double p1 = det1 * ps1, p2 = det2 * ps2;
    const double pc1x = i == 0 ? 1.0 : r * pc1 + (1.0 - r) * pc2;
    const double pc2x = i == 0 ? 1.0 : (1.0 - r) * pc1 + r * pc2;
    const double p = p1 * pc1x + p2 * pc2x;
    pc1 = p1 * pc1x / p;
    pc2 = p2 * pc2x / p;
    result.posteriors.insert(result.posteriors.end(), {pc1, pc2});
    result.labels.push_back(pc1 > pc2 ? 0 : 1);
  }
  return result;
}

}  // namespace biotropy::sicamm
