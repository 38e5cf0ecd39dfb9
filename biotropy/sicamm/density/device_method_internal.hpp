// SPDX-License-Identifier: Apache-2.0
//
// The two methods for class densities on a device, for device_densities.cpp.
#pragma once

#include "biotropy/sicamm/density/class_densities.hpp"
#include "biotropy/sicamm/density/device_densities.hpp"

namespace biotropy::sicamm {

class DeviceDensities::Method {
 public:
  virtual ~Method() = default;

  /// Device memory for each sample of a batch.
  virtual std::size_t bytes_of_sample() const = 0;

  /// Allowed difference of |ln f| of a component from the processor, relative to values of size 1; 0: equal bits.
  virtual double tolerance() const = 0;

  /// [sample * classes + class]. NaN where the processor must compute the value.
  virtual void log_densities(std::span<const double> samples, std::span<double> result) = 0;
};

/// double_densities.cpp, kernels/densities.c.
std::unique_ptr<DeviceDensities::Method> double_method(device::Device& device, const ClassDensities& densities);

/// single_densities.cpp, kernels/single_densities.c.
std::unique_ptr<DeviceDensities::Method> single_method(device::Device& device, const ClassDensities& densities);

/// Programs of the two methods.
device::Source double_source(std::size_t channels, std::size_t components, std::size_t classes);
device::Source single_source();

// Sources of kernels/, embedded by the build.
extern const char* const densities_c;
extern const char* const single_densities_c;

}  // namespace biotropy::sicamm
