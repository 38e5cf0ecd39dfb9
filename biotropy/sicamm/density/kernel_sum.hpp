// SPDX-License-Identifier: Apache-2.0
//
// Sums of Gaussian kernels relative to the largest of them, so that they never underflow. A kernel at distance d is
// 2^(-q d^2). With v the distance from x to the nearest point and u_i that of point i from it,
//
//     2^(-q d_i^2) = 2^(-q v^2) 2^(-q u_i (u_i + 2 v)),
//
// and the second factor is summed here. 32 partial sums make the result the same on every instruction set.
#pragma once

#include <cstddef>
#include <span>

namespace biotropy::sicamm {

/// Kernels of exponents that are not above it would be denormal, and are 0.
constexpr double kLeastExponent = -1021.0;
constexpr std::size_t kPartialSums = 32;

struct KernelSum {
  double nearest;    ///< point nearest to x
  double twice_v;    ///< 2 (nearest - x)
  double sharpness;  ///< q
};

/// Square of the distance beyond that of the nearest point at which kernels together are below e^-40 of its kernel.
double negligible_square(double bandwidth, double total_weight, double lightest);

/// Sum of weight_i 2^(-q u_i (u_i + 2 v)) with u_i = point_i - nearest; weights are 1 if none are given.
double kernel_sum(std::span<const double> points, std::span<const double> weights, const KernelSum& sum);

}  // namespace biotropy::sicamm
