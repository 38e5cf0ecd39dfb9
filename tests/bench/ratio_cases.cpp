// SPDX-License-Identifier: Apache-2.0
//
// A benchmark of a fast and a slow case, for test_ratio_report.cpp. Usage: ratio_cases WANTED right|wrong
#include <benchmark/benchmark.h>

#include <string_view>

#include "ratio_report.hpp"

namespace {

// A thousand times as much work, so that the order of the two does not depend on the machine.
void count(benchmark::State& state, int most, bool is_right) {
  if (!is_right) state.SkipWithError("the results differ");
  for (auto _ : state) {
    for (int i = 0; i < most; ++i) benchmark::DoNotOptimize(i);
  }
  state.SetItemsProcessed(state.iterations() * 10);
}

}  // namespace

int main(int, char** argv) {
  using biotropy::bench::by_both_clocks;
  const bool is_right = std::string_view(argv[2]) == "right";
  by_both_clocks(benchmark::RegisterBenchmark("fast", count, 100, is_right));
  by_both_clocks(benchmark::RegisterBenchmark("slow", count, 100000, true));
  char short_runs[] = "--benchmark_min_time=0.001", few[] = "--benchmark_repetitions=3";
  char* arguments[] = {argv[0], short_runs, few, nullptr};
  return biotropy::bench::run(3, arguments, {{"fast", "slow", std::atof(argv[1])}, {"fast", "missing", 2.0}});
}
