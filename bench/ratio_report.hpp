// SPDX-License-Identifier: Apache-2.0
//
// Runs and reports all benchmarks of the project: repetitions of all cases interleaved in random order, the median of
// each, and its speed relative to a named baseline of the same run. Times are per item (a pair, a series) if a case
// gives their number.
#pragma once

#include <string>
#include <vector>

namespace biotropy::bench {

/// "Case X is expected to be at least `least` times as fast as case Y": a row of the ratio table.
struct Ratio {
  std::string fast, slow;
  double least;
};

/// Runs the registered benchmarks. Options of Google Benchmark are passed on; --benchmark_repetitions defaults to 5.
/// Returns the exit status: 1 if a case failed its check, 0 otherwise. Ratios are reported, not enforced.
int run(int argc, char** argv, const std::vector<Ratio>& ratios);

}  // namespace biotropy::bench
