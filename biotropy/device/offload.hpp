// SPDX-License-Identifier: Apache-2.0
//
// Choice of a device for some work, and recovery when it fails. Counts, fuzzy sums and densities share these rules: the
// same cost estimates, batches that shrink to the available memory, and the processor as fallback.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/device/device.hpp"
#include "biotropy/error.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::device {

/// Searching for devices and initialising one takes about this long; shorter work stays on the processor.
constexpr double kSecondsWorthADevice = 0.5;
/// Seconds to compile or load a program and for the first launches.
constexpr double kStartSeconds = 0.4;
/// Across the bus, a low estimate.
constexpr double kBytesPerSecond = 8e9;

/// Cycles per second of all compute units, at least 1.
double cycles_per_second(const Device& device);

/// Devices that share work which takes the processor `host_seconds`: those named by `execution`; none for "cpu"; with
/// "auto" those of faster_than_processor().
/// @param seconds_on duration of the work on a GPU after its start; infinity if the GPU cannot do it.
/// @throws Error as find_all().
std::vector<Device*> devices_for(const Execution& execution, double host_seconds,
                                 const std::function<double(const Device&)>& seconds_on);

/// The fastest GPU of `all` and those that can help it (with_helpers), or none if no GPU is faster than the processor.
std::vector<Device*> faster_than_processor(double host_seconds, std::span<Device* const> all,
                                           const std::function<double(const Device&)>& seconds_on);

/// A GPU that takes `seconds` for some work, its start included, and the other GPUs of its API that can do the work, if
/// it takes longer than starting them. A GPU that has drivers for both APIs is thus used once.
std::vector<Device*> with_helpers(Device& best, double seconds, std::span<Device* const> all,
                                  const std::function<bool(Device&)>& can);

/// The devices whose sums have the same bits, so that it does not matter which of them makes a sum: those with double
/// precision or, if there is none, the first. Warns of the others.
std::vector<Device*> of_equal_bits(std::vector<Device*> devices, const Execution& execution);

/// True if the processor can take over after this error: the device failed, has too little memory or lacks a feature.
bool is_failure(const Error& error);

/// Message of a device failure in `work`; empty after success. @throws every other error of `work`.
std::string failure_of(const std::function<void()>& work);

/// Warns that the processor did the rest: "REASON; the processor summed 3 of 10 pairs instead".
/// @param done action of the processor: "summed".
/// @param items its objects: "pairs".
void warn_of_fallback(const Execution& execution, std::string_view reason, std::string_view done, std::size_t n_left,
                      std::size_t n, std::string_view items);

/// Error of a device, or an engine on it, with wrong results. @param what "sums a known block wrongly".
Error wrong_result(const Device& device, std::string_view what);

/// Batches of work, which shrink to the memory of a device.
class Batches {
 public:
  explicit Batches(std::size_t largest) : size_(largest) {}

  /// Calls run(count) with at most `left` items, halved while memory is not sufficient.
  /// @returns the count that succeeded.
  /// @throws what `run` throws, out_of_memory if even one item is too much.
  std::size_t run(std::size_t left, const std::function<void(std::size_t)>& run);

 private:
  std::size_t size_;
};

}  // namespace biotropy::device
