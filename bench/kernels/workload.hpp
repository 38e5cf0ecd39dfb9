// SPDX-License-Identifier: Apache-2.0
//
// Work that uses some kernels of a device, with the number of units (rows, candidates, pairs, ...) that each of them
// does in one run.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "device/watched_device.hpp"

namespace biotropy::bench {

enum class Size {
  smoke,      ///< fractions of a second on a processor
  processor,  ///< seconds on an OpenCL device that is the processor
  gpu         ///< the papers' sizes
};

struct KernelWork {
  std::string kernel;
  std::string which;  ///< case in the table of instructions
  std::string unit;   ///< plural
  double units = 0.0;
  bool is_judged = false;  ///< half of the counted limit is wanted
};

struct Workload {
  std::string title;
  std::function<bool()> is_right;  ///< compares a run with the processor
  std::function<void()> run;
  std::vector<KernelWork> kernels;
};

/// counting.cpp: matrices of pairs of short series, and one long series. The device must outlive them.
void add_counting(WatchedDevice& device, Size size, std::vector<Workload>& workloads);

/// sums.cpp: fuzzy sums, densities by sums and by tables. The device must outlive them.
void add_sums(WatchedDevice& device, Size size, std::vector<Workload>& workloads);

}  // namespace biotropy::bench
