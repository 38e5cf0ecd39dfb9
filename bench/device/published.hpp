// SPDX-License-Identifier: Apache-2.0
//
// Cross-ApEn of many pairs of series on a device by the kernels of Martinez-Zarzuela et al. 2013
// (baselines/cross_apen_kernels.c): m = 1, single precision, bias max.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "baselines/baselines.hpp"
#include "biotropy/device/device.hpp"

namespace biotropy::bench {

class PublishedCrossApen {
 public:
  /// @param variant how a partner is read: "registers", "halo" or "shifted".
  /// @param data series of n samples, one after the other.
  /// @param tasks pairs of series: templates of the first are looked for in the second.
  PublishedCrossApen(device::Device& device, std::string variant, std::span<const double> data, std::size_t n,
                     std::span<const std::pair<std::size_t, std::size_t>> tasks, double r);

  /// Step 2 alone: the samples to the device, all matches at both lengths back and added up.
  std::pair<std::uint64_t, std::uint64_t> totals() const;

  /// All steps, from samples to the Cross-ApEn of every task.
  std::vector<double> values() const;

 private:
  using Floats = device::Array<float>;
  using Words = device::Array<std::uint32_t>;

  void count(const Floats& series, const Floats& shifted, const Words& tasks, const Words& counts) const;

  device::Device& device_;
  std::shared_ptr<const device::Program> program_;
  std::string variant_;
  std::uint32_t n_;
  float r_;
  std::vector<float> samples_, shifted_;
  std::vector<std::uint32_t> tasks_;
};

// ApEn of one series on a device by the matrix form of Mullayanov et al. (baselines/matrix_form_kernels.c): four
// launches for each shift of the matrix of templates, in single precision.

double published_matrix_form(device::Device& device, std::span<const double> x, int m, double r);

// SampEn of one series on a device by the program of Dong et al. 2021, OpenCLSampEn (baselines/sampen_kernel.c):
// templates sorted on the processor, a work item of single precision for each of them, and the sums of the results.

/// Compiled on the first call for an m.
baselines::SampleCounts published_sampen(device::Device& device, std::span<const double> x, int m, double r);

}  // namespace biotropy::bench
