// SPDX-License-Identifier: Apache-2.0
//
// Sums of membership on a device (kernels/fuzzy_runs.c): the processor finds the windows of every task, the device sums
// their blocks of rows. In double precision the sums equal those of the processor bit for bit; otherwise their relative
// error is below 2e-6.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "biotropy/device/device.hpp"
#include "biotropy/match/fuzzy/fuzzy_task_internal.hpp"

namespace biotropy::match {

/// Devices that sum a query: those named by the execution or, with "auto", GPUs if their estimated total time is
/// shorter than the processor's; none for the processor.
/// @throws Error invalid_argument for a device that does not exist.
std::vector<device::Device*> devices_for(const FuzzyQuery& fuzzy, const Execution& execution);

/// fuzzy_sums() on these devices together, or on the processor if there is none; Execution::device is ignored. Devices
/// whose sums would have other bits than those of the others are left out, with a warning.
void fuzzy_sums_on(const std::vector<device::Device*>& devices, const FuzzyQuery& fuzzy, const FuzzySink& sink,
                   const Execution& execution);

class DeviceFuzzy {
 public:
  /// Empty if the device can sum the query, else the reason it cannot.
  static std::string why_not(const device::Device& device, const FuzzyQuery& fuzzy);

  /// Programs are compiled on first use.
  DeviceFuzzy(device::Device& device, const FuzzyQuery& fuzzy);
  ~DeviceFuzzy();

  /// Sums of the blocks of every task, all of one length. Launches become smaller if memory is short.
  /// @throws Error device, also if the program of a length fails its self test; out_of_memory if not even one block
  /// fits beside the templates; cancelled.
  std::vector<std::vector<double>> block_sums(int length, std::span<const std::unique_ptr<const FuzzyTask>> tasks,
                                              const CancelFlag* cancel);

  /// Program for one length.
  static device::Source source(const FuzzyQuery& fuzzy, int length, bool doubles);

  class Sums;

 private:
  void self_test(int length, const FuzzyTask& task, std::span<const double> found);

  device::Device& device_;
  std::unique_ptr<Sums> sums_;
  std::set<int> tested_lengths_;  // each length has its own program
};

// Block sums of membership in the precision of a device, for device_fuzzy.cpp.

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
