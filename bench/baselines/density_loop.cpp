// SPDX-License-Identifier: Apache-2.0
#include "baselines/baselines.hpp"

#include <cmath>
#include <numbers>

namespace biotropy::baselines {

double density(std::span<const double> sources, std::span<const double> signal, std::span<const double> deviations) {
  const std::size_t components = signal.size(), n = sources.size() / components;
  const double weight = 1.0 / static_cast<double>(n);
  const double pi_constant = 1.0 / std::sqrt(2.0 * std::numbers::pi);
  double product = 1.0;
  for (std::size_t j = 0; j < components; ++j) {
    const double u = deviations[j] * std::pow(4.0 / (3.0 * static_cast<double>(n)), 1.0 / 5.0);
    double sum = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const double z = (sources[j * n + i] - signal[j]) / u;
      sum += std::exp(-0.5 * z * z) * pi_constant;
    }
    product *= sum * weight / u;
  }
  return product;
}

}  // namespace biotropy::baselines
