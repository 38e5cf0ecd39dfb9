// SPDX-License-Identifier: Apache-2.0
//
// SampEn of one series on a device by the program of Dong et al. 2021, OpenCLSampEn (baselines/sampen_kernel.c):
// templates sorted on the processor, a work item of single precision for each of them, and the sums of the results.
#pragma once

#include <span>

#include "baselines/sample_counts.hpp"
#include "biotropy/device/device.hpp"

namespace biotropy::bench {

/// Compiled on the first call for an m.
baselines::SampleCounts published_sampen(device::Device& device, std::span<const double> x, int m, double r);

}  // namespace biotropy::bench
