// SPDX-License-Identifier: Apache-2.0
//
// Covariance matrices of windows, from which common spatial patterns and the tangent space are made. A matrix is kept as
// the rows of its upper triangle, with the diagonal.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace biotropy::sicamm {

/// Length of the upper triangle with the diagonal.
constexpr std::size_t packed_size(std::size_t channels) {
  return channels * (channels + 1) / 2;
}

/// Covariances of one window [sample * channels + channel] of two samples or more, about its mean and over n - 1 (as
/// numpy.cov), drawn to the mean variance times the identity: (1 - shrinkage) C + shrinkage tr(C) / channels I. NaN where
/// a sample is not finite. Allocates nothing.
/// @param centred scratch of two samples.
void window_covariance(std::span<const double> window, std::size_t channels, double shrinkage,
                       std::span<double> centred, std::span<double> packed);

}  // namespace biotropy::sicamm
