// SPDX-License-Identifier: Apache-2.0
//
// Engines that count on a device. Each belongs to one device and one kernel; it answers a known query before it is
// trusted with another. What a device cannot finish is taken over by the processor (counters.cpp).
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "biotropy/device/device.hpp"
#include "biotropy/match/counter.hpp"

namespace biotropy::match {

class DeviceCounter : public Counter {
 public:
  /// @param kind the method, the first part of the name: "bits" on "opencl:0" is "bits_opencl0".
  DeviceCounter(std::string kind, std::string method, device::Device& device);

  std::string_view name() const final { return name_; }
  std::string_view description() const final { return description_; }
  device::Device* device() const final { return &device_; }

  /// Infinite on a device that is no GPU, so that it is used only when it is asked for.
  double cost(const Query& query, const QuerySketch& sketch) const final;

  /// @throws Error device, also where the known query was answered wrongly; out_of_memory where not even the smallest
  /// batch fits. What has reached the sink by then is right.
  void count(const Query& query, const Sink& sink, const CancelFlag* cancel) const final;

  /// Empty where the device answers the known query rightly, else what is wrong. Asked once.
  std::string self_test() const;

 protected:
  /// Seconds from the first sample to the last count, transfers included.
  virtual double seconds(const Query& query) const = 0;
  virtual void run(const Query& query, const Sink& sink, const CancelFlag* cancel) const = 0;

 private:
  device::Device& device_;
  std::string name_, description_;
  mutable std::once_flag tested_;
  mutable std::string wrong_;
};

/// The engines of one device.
std::vector<std::unique_ptr<DeviceCounter>> device_counters(device::Device& device);

/// device_bits.cpp: bit rows in rank space, for many pairs of short series.
std::unique_ptr<DeviceCounter> device_bits(device::Device& device);

/// device_windows.cpp: windows of the sorted templates, for long series.
std::unique_ptr<DeviceCounter> device_windows(device::Device& device);

}  // namespace biotropy::match
