// SPDX-License-Identifier: Apache-2.0
//
// Block sums of membership in the precision of a device, for device_fuzzy.cpp.
#pragma once

#include <optional>

#include "biotropy/match/devices/device_fuzzy_internal.hpp"

namespace biotropy::match {

/// Work items of a group.
constexpr std::uint32_t kFuzzyGroup = 128;

/// Functions of kernels/fuzzy_runs.c, by their numbers there.
enum class MembershipKind : std::uint32_t { square, product, power, sigmoid, bell, ramp, z_shaped };

/// Empty if the kernel has no such function.
std::optional<MembershipKind> kind_of(const Membership& membership);

/// Exponent of square, product and power.
double power_of(const Membership& membership);

class DeviceFuzzy::Sums {
 public:
  virtual ~Sums() = default;

  /// As DeviceFuzzy::block_sums; NaN if the precision of the device is not sufficient.
  virtual std::vector<std::vector<double>> block_sums(int length,
                                                      std::span<const std::unique_ptr<const FuzzyTask>> tasks,
                                                      const CancelFlag* cancel) = 0;
};

std::unique_ptr<DeviceFuzzy::Sums> double_sums(device::Device& device, const FuzzyQuery& fuzzy);
std::unique_ptr<DeviceFuzzy::Sums> single_sums(device::Device& device, const FuzzyQuery& fuzzy);

}  // namespace biotropy::match
