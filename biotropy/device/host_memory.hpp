// SPDX-License-Identifier: Apache-2.0
//
// Vectors in host memory that a device copies at the full speed of its bus, while the processor goes on: page-locked
// where the API has such memory (Device::take_host).
#pragma once

#include <cstddef>
#include <vector>

#include "biotropy/device/device.hpp"

namespace biotropy::device {

/// Takes memory from a device, which must outlive the container.
template <typename T>
class HostAllocator {
 public:
  using value_type = T;

  explicit HostAllocator(Device& device) : device_(&device) {}
  template <typename U>
  HostAllocator(const HostAllocator<U>& other) : device_(&other.device()) {}

  /// @throws as Device::take_host().
  T* allocate(std::size_t n) { return static_cast<T*>(device_->take_host(n * sizeof(T))); }
  void deallocate(T* place, std::size_t n) noexcept { device_->give_host_back(place, n * sizeof(T)); }

  Device& device() const { return *device_; }
  bool operator==(const HostAllocator&) const = default;

 private:
  Device* device_;
};

template <typename T>
using HostVector = std::vector<T, HostAllocator<T>>;

}  // namespace biotropy::device
