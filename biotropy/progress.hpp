// SPDX-License-Identifier: Apache-2.0
//
// Progress of long work, reported to one callback at a limited rate from any thread.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>

namespace biotropy {

/// Called with the units done and the total; never from two threads at once.
using ProgressCallback = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// Counts finished units from any thread and calls back at most every 50 ms, and once at the end.
class ProgressMeter {
 public:
  /// An empty callback disables all calls.
  ProgressMeter(ProgressCallback callback, std::uint64_t total);

  void add(std::uint64_t units = 1);

 private:
  using Clock = std::chrono::steady_clock;

  ProgressCallback callback_;
  std::uint64_t total_;
  std::atomic<std::uint64_t> done_{0};
  std::mutex calling_;
  Clock::time_point next_call_;
};

}  // namespace biotropy
