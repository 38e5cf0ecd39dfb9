// SPDX-License-Identifier: Apache-2.0
//
// Runs and reports all benchmarks of the project: repetitions of all cases interleaved in random order, the median of
// each by both clocks, and its speed relative to a named baseline of the same run. Times are per item (a pair, a
// series) if a case gives their number.
#pragma once

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "interleaved.hpp"

namespace biotropy::bench {

/// "Case X is expected to be at least `least` times as fast as case Y": a row of the ratio table. Nothing is expected
/// if `least` is 0.
struct Ratio {
  std::string fast, slow;
  double least;
  Clock clock = Clock::processor;
};

/// Exit status of a benchmark whose results are right, and which is slower than wanted.
constexpr int kSlowerThanWanted = 4;

/// Has a case timed by both clocks.
benchmark::internal::Benchmark* by_both_clocks(benchmark::internal::Benchmark* one);

/// Runs the registered benchmarks. Options of Google Benchmark are passed on; --benchmark_repetitions defaults to 5.
/// Returns the exit status: 1 if a case failed its check, kSlowerThanWanted if a ratio is below what is wanted, which
/// the table says.
int run(int argc, char** argv, const std::vector<Ratio>& ratios);

}  // namespace biotropy::bench
