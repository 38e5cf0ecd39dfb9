// SPDX-License-Identifier: Apache-2.0
//
// Class densities on a device: samples are sent in batches, log densities come back. In double precision, direct sums
// and tables have the bits of the processor. Otherwise only direct sums are available, and ln f of a component is
// within 2e-6 of the processor's.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "biotropy/device/device.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::sicamm {

class ClassDensities;

class DeviceDensities {
 public:
  /// Copies the model to the device; the densities must outlive it.
  /// @throws Error device, out_of_memory; unsupported for tables on a device without double precision.
  DeviceDensities(device::Device& device, const ClassDensities& densities);
  ~DeviceDensities();

  /// ClassDensities::log_densities of complete samples. Batches become smaller if the device runs out of memory.
  /// @param done number of samples with results, also set if an error is thrown.
  /// @throws Error device, also if the self test fails; out_of_memory if not even the smallest batch fits; cancelled.
  void log_densities(std::span<const double> samples, std::span<double> result, std::size_t& done,
                     const CancelFlag* cancel);

  /// Precision of the sums: double or single.
  class Method;

 private:
  void self_test(std::span<const double> samples, std::span<const double> found);
  std::size_t batch_size() const;

  device::Device& device_;
  const ClassDensities& densities_;
  std::unique_ptr<Method> method_;
  bool tested_ = false;
  std::mutex using_;
};

/// Devices that compute the log densities of this many samples: those named by the execution or, with "auto", GPUs if
/// their estimated total time is shorter than the processor's; none for the processor.
/// @throws Error invalid_argument for a device that does not exist.
std::vector<device::Device*> devices_for(const ClassDensities& densities, std::size_t samples,
                                         const Execution& execution);

}  // namespace biotropy::sicamm
