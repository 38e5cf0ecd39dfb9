// SPDX-License-Identifier: Apache-2.0
//
// Which device some work goes to, and what follows when the device fails. Counts, fuzzy sums and densities share these
// rules: the same estimates of costs, batches that shrink to the memory there is, and the processor as the way out.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "biotropy/device/device.hpp"
#include "biotropy/error.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::device {

/// Finding the devices and starting one takes about this long, so less work stays on the processor.
constexpr double kSecondsWorthADevice = 0.5;
/// Compiling a program, or reading a compiled one, and the first launches.
constexpr double kStartSeconds = 0.4;
/// Across the bus, a low estimate.
constexpr double kBytesPerSecond = 8e9;

/// Cycles of all compute units in a second, at least 1.
double cycles_per_second(const Device& device);

/// The device for work that takes the processor `host_seconds`: the one that `execution` names; null for "cpu"; with
/// "auto" the GPU that takes least, or null where none is faster than the processor.
/// @param seconds_on what the work takes on a GPU after its start; infinity where the GPU cannot do it.
/// @throws Error as find().
Device* fastest(const Execution& execution, double host_seconds,
                const std::function<double(const Device&)>& seconds_on);

/// Whether the processor can take over after this error: the device failed, has too little memory or lacks a feature.
bool is_failure(const Error& error);

/// What went wrong where `work` ends with a failure of the device, else empty. @throws every other error of `work`.
std::string failure_of(const std::function<void()>& work);

/// Warns that the processor did the rest: "REASON; the processor summed 3 of 10 pairs instead".
/// @param done what the processor did: "summed".
/// @param items what was done: "pairs".
void warn_of_fallback(const Execution& execution, std::string_view reason, std::string_view done, std::size_t n_left,
                      std::size_t n, std::string_view items);

/// The error of a device, or an engine on it, whose results are wrong.
/// @param what "sums a known block wrongly".
Error wrong_result(const Device& device, std::string_view what);

/// Batches of work, which shrink to what the memory of a device holds.
class Batches {
 public:
  explicit Batches(std::size_t largest) : size_(largest) {}

  /// Calls run(count) with at most `left` items; with half as many while memory does not suffice.
  /// @returns the count that succeeded. @throws what `run` throws, out_of_memory where one item is too much.
  std::size_t run(std::size_t left, const std::function<void(std::size_t)>& run);

 private:
  std::size_t size_;
};

}  // namespace biotropy::device
