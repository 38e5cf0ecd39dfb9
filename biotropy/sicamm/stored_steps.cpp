// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "biotropy/sicamm/stored_steps_internal.hpp"

namespace biotropy::sicamm {

namespace {

// The smallest difference of two values, of which all others are multiples; 0 if they are not, or if few values differ.
double step_of(std::vector<double> values) {
  constexpr std::size_t fewest = 5;
  constexpr double off = 0.01;  // steps, of values that were scaled
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.size() == 1) return std::numeric_limits<double>::infinity();
  if (values.size() < fewest) return 0.0;
  double step = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < values.size(); ++i) step = std::min(step, values[i] - values[i - 1]);
  const bool are_multiples = std::all_of(values.begin(), values.end(), [&](double value) {
    const double steps = (value - values.front()) / step;
    return std::abs(steps - std::round(steps)) <= off;
  });
  return are_multiples ? step : 0.0;
}

}  // namespace

Vector stored_steps(std::span<const double> samples, std::size_t channels) {
  Vector steps(static_cast<Index>(channels));
  std::vector<double> values(samples.size() / channels);
  for (std::size_t c = 0; c < channels; ++c) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = samples[i * channels + c];
    const double step = step_of(values);
    if (step == 0.0) return {};
    steps[static_cast<Index>(c)] = step;
  }
  return steps;
}

Index rounded_directions(const Matrix& covariance, const Vector& steps) {
  constexpr double most = 0.2;  // squared steps: of rounding 1/12, and of its dependence on the samples
  const Vector inverse = steps.cwiseInverse();
  return (eigenvalues_of(scaled(inverse, covariance, inverse)).array() <= most).count();
}

}  // namespace biotropy::sicamm
