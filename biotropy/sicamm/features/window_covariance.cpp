// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/features/window_covariance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace biotropy::sicamm {

namespace {

void shrink(std::span<double> packed, std::size_t channels, double shrinkage) {
  double trace = 0.0;
  std::size_t at = 0;
  for (std::size_t i = 0; i < channels; at += channels - i, ++i) trace += packed[at];
  for (double& value : packed) value *= 1.0 - shrinkage;
  at = 0;
  const double added = shrinkage * trace / static_cast<double>(channels);
  for (std::size_t i = 0; i < channels; at += channels - i, ++i) packed[at] += added;
}

}  // namespace

void window_covariance(std::span<const double> window, std::size_t channels, double shrinkage,
                       std::span<double> centred, std::span<double> packed) {
  const std::size_t n = window.size() / channels;
  const auto mean = centred.first(channels), difference = centred.subspan(channels, channels);
  // About the first sample, so that an amplifier offset costs no digits.
  std::fill(mean.begin(), mean.end(), 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t c = 0; c < channels; ++c) mean[c] += window[i * channels + c] - window[c];
  }
  for (std::size_t c = 0; c < channels; ++c) mean[c] = window[c] + mean[c] / static_cast<double>(n);
  std::fill(packed.begin(), packed.end(), 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t c = 0; c < channels; ++c) difference[c] = window[i * channels + c] - mean[c];
    double* sum = packed.data();
    for (std::size_t a = 0; a < channels; ++a) {
      for (std::size_t b = a; b < channels; ++b) *sum++ += difference[a] * difference[b];
    }
  }
  for (double& sum : packed) sum /= static_cast<double>(n - 1);
  if (shrinkage > 0.0) shrink(packed, channels, shrinkage);
  if (std::all_of(packed.begin(), packed.end(), [](double value) { return std::isfinite(value); })) return;
  std::fill(packed.begin(), packed.end(), std::numeric_limits<double>::quiet_NaN());
}

}  // namespace biotropy::sicamm
