// SPDX-License-Identifier: Apache-2.0
//
// Class densities on a device: samples go there in batches, log densities come back. With double precision they have
// the bits of the processor's, for the direct sums and for the tables. Without it there are direct sums alone, and ln f
// of a component is within 2e-6 of theirs.
#pragma once

#include <memory>
#include <mutex>
#include <span>

#include "biotropy/device/device.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::sicamm {

class ClassDensities;

class DeviceDensities {
 public:
  /// Brings the model to the device; the densities must outlive it. @throws Error device, out_of_memory; unsupported
  /// for tables on a device without double precision.
  DeviceDensities(device::Device& device, const ClassDensities& densities);
  ~DeviceDensities();

  /// ClassDensities::log_densities of whole samples. Where the device runs out of memory, batches become smaller.
  /// @param done of how many samples the results are there, also when an error is thrown.
  /// @throws Error device, also where the device answered a known question wrongly; out_of_memory where not even the
  /// smallest batch fits; cancelled.
  void log_densities(std::span<const double> samples, std::span<double> result, std::size_t& done,
                     const CancelFlag* cancel);

  /// How the sums are made: in double precision, or in single.
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

/// Where the log densities of so many samples are to be made: the device that the execution names, or with "auto" a
/// GPU that is expected to be faster than the processor, all told; null: the processor.
/// @throws Error invalid_argument for a device that does not exist.
device::Device* device_for(const ClassDensities& densities, std::size_t samples, const Execution& execution);

}  // namespace biotropy::sicamm
