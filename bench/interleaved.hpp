// SPDX-License-Identifier: Apache-2.0
//
// Times of cases that are compared with one another: every round runs each case, short ones several times, so that
// other activity of the machine affects all of them, and the median over all runs is taken. A case above half a second
// is run once. Each case names its clock: processor time unless it has several threads or waits for a device.
#pragma once

#include <chrono>
#include <cstdint>
#include <ctime>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace biotropy::bench {

// Time since a start by two clocks. Work of single threads is compared by the time that the process spent on
// processors, which other work on the machine hardly changes; several threads, and devices, by the clock on the wall.

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

struct TimedCase {
  std::string name;
  std::function<void()> run;
  double scale = 1.0;  ///< the whole work as a multiple of run()
  Clock clock = Clock::processor;
};

/// The most memory that this process takes beyond what it took at the start of the object.
class PeakMemory {
 public:
  PeakMemory();
  std::int64_t bytes() const;

 private:
  std::int64_t before_;
};

double median(std::vector<double> values);

/// Seconds of the whole work of each case, in the order of the cases.
std::vector<double> interleaved_medians(std::span<const TimedCase> cases, int rounds);

}  // namespace biotropy::bench
