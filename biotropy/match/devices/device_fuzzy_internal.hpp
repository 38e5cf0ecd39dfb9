// SPDX-License-Identifier: Apache-2.0
//
// Sums of membership on a device (kernels/fuzzy_runs.c): the processor finds the windows of every task, the device sums
// their blocks of rows. In double precision a sum has the bits of the processor's; without it its relative error is
// below 2e-6.
#pragma once

#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "biotropy/device/device.hpp"
#include "biotropy/match/fuzzy/fuzzy_task_internal.hpp"

namespace biotropy::match {

/// Where a query is to be summed: the device that the execution names, or with "auto" a GPU that is expected to be
/// faster than the processor, all told; null: the processor.
/// @throws Error invalid_argument for a device that does not exist.
device::Device* device_for(const FuzzyQuery& fuzzy, const Execution& execution);

/// fuzzy_sums() on this device, whatever the execution names; null: where that says.
void fuzzy_sums_on(device::Device* device, const FuzzyQuery& fuzzy, const FuzzySink& sink, const Execution& execution);

class DeviceFuzzy {
 public:
  /// Empty where the device can sum the query, else why it cannot.
  static std::string why_not(const device::Device& device, const FuzzyQuery& fuzzy);

  /// Programs are compiled when they are needed.
  DeviceFuzzy(device::Device& device, const FuzzyQuery& fuzzy);
  ~DeviceFuzzy();

  /// For every task, all of one length, the sums of its blocks. Parts become smaller where memory is short.
  /// @throws Error device, also where the program of a length sums a known block wrongly; out_of_memory where not even
  /// one block fits beside the templates; cancelled.
  std::vector<std::vector<double>> block_sums(int length, std::span<const std::unique_ptr<const FuzzyTask>> tasks,
                                              const CancelFlag* cancel);

  /// The program for a length.
  static device::Source source(const FuzzyQuery& fuzzy, int length, bool doubles);

  class Sums;

 private:
  void self_test(int length, const FuzzyTask& task, std::span<const double> found);

  device::Device& device_;
  const FuzzyQuery& fuzzy_;
  std::unique_ptr<Sums> sums_;
  std::set<int> tested_lengths_;  // each has a program of its own
};

}  // namespace biotropy::match
