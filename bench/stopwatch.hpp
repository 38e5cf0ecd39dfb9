// SPDX-License-Identifier: Apache-2.0
//
// Time since a start by two clocks. Work of single threads is compared by the time that the process spent on
// processors, which other work on the machine hardly changes; several threads, and devices, by the clock on the wall.
#pragma once

#include <chrono>
#include <ctime>

namespace biotropy::bench {

enum class Clock {
  processor,  ///< of all threads of the process together
  wall
};

class Stopwatch {
 public:
  double seconds(Clock clock) const {
    if (clock == Clock::processor) return processor_seconds() - processor_;
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_).count();
  }

 private:
  static double processor_seconds() {
    constexpr double second_per_nanosecond = 1e-9;
    std::timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * second_per_nanosecond;
  }

  double processor_ = processor_seconds();
  std::chrono::steady_clock::time_point wall_ = std::chrono::steady_clock::now();
};

}  // namespace biotropy::bench
