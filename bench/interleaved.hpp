// SPDX-License-Identifier: Apache-2.0
//
// Times of cases that are compared with one another: every round runs each case, short ones several times, so that
// other activity of the machine affects all of them, and the median over all runs is taken. A case above half a second
// is run once. Each case names its clock: processor time unless it has several threads or waits for a device.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "stopwatch.hpp"

namespace biotropy::bench {

struct TimedCase {
  std::string name;
  std::function<void()> run;
  double scale = 1.0;  ///< the whole work as a multiple of run()
  Clock clock = Clock::processor;
};

double median(std::vector<double> values);

/// Seconds of the whole work of each case, in the order of the cases.
std::vector<double> interleaved_medians(std::span<const TimedCase> cases, int rounds);

}  // namespace biotropy::bench
