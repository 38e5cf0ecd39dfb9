// SPDX-License-Identifier: Apache-2.0
//
// Programs that count for SampEn, in the comparisons of Dong et al. 2021: their three for one core, the two fastest
// later algorithms, this library, and, for each device, their OpenCLSampEn and this library.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "long_series/plan.hpp"
#include "stopwatch.hpp"

namespace biotropy::bench {

struct Program {
  std::string name;
  std::function<baselines::SampleCounts(series::Samples, int, double)> count;
  Clock clock = Clock::processor;
  bool is_fast = false;  ///< takes seconds at most, for the longest series
  bool is_exact = true;  ///< in double precision

  /// False for a slow program and a long series, unless the plan is full.
  bool is_run(std::size_t n, const Plan& plan) const;
};

std::vector<Program> programs(const Plan& plan);

}  // namespace biotropy::bench
