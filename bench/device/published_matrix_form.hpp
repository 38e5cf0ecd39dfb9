// SPDX-License-Identifier: Apache-2.0
//
// ApEn of one series on a device by the matrix form of Mullayanov et al. (baselines/matrix_form_kernels.c): four
// launches for each shift of the matrix of templates, in single precision.
#pragma once

#include <span>

#include "biotropy/device/device.hpp"

namespace biotropy::bench {

double published_matrix_form(device::Device& device, std::span<const double> x, int m, double r);

}  // namespace biotropy::bench
