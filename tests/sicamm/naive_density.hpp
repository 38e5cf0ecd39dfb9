// SPDX-License-Identifier: Apache-2.0
//
// Kernel densities from their definition, in long double.
#pragma once

#include <span>

#include "biotropy/nan.hpp"
#include "biotropy/sicamm/density/kernel_density.hpp"

namespace biotropy::sicamm {

/// ln f(x) from every point; the largest kernel is factored out of the sum. Equal weights if none are given.
long double naive_log_density(std::span<const double> points, std::span<const double> weights, double bandwidth,
                              double x);

/// (ln f)' and (ln f)'' from the sums of kernels and their derivatives.
LogShape naive_shape(std::span<const double> points, std::span<const double> weights, double bandwidth, double x);

}  // namespace biotropy::sicamm
