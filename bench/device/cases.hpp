// SPDX-License-Identifier: Apache-2.0
//
// The parts of the benchmark of devices. Each registers cases, which check their results before they are timed, and the
// ratios that are to be reported. The sizes are those of the papers where there is a GPU; a device that is the
// processor would take too long for them.
#pragma once

#include <benchmark/benchmark.h>

#include <string>
#include <utility>
#include <vector>

#include "biotropy/error.hpp"
#include "ratio_report.hpp"

namespace biotropy::bench {

bool has_gpu();

/// Whole calls: a case is timed by the clock on the wall. One whose device fails says so, and the others go on.
template <typename Function, typename... Arguments>
void add(const std::string& name, Function function, Arguments... arguments) {
  const auto guarded = [=](benchmark::State& state) {
    try {
      function(state, arguments...);
    } catch (const Error& error) {
      state.SkipWithError(error.what());
    }
  };
  benchmark::RegisterBenchmark(name.c_str(), guarded)->UseRealTime()->Unit(benchmark::kMillisecond);
}

/// counting.cpp: matches of short and of long series, against the processor and the kernels of Martinez-Zarzuela et al.
/// 2013.
void add_counting(std::vector<Ratio>& ratios);

/// matrices.cpp: Cross-ApEn of all pairs of a subject, from memory to matrices; fuzzy sums of a long series.
void add_matrices(std::vector<Ratio>& ratios);

/// densities.cpp: the log densities of SICAMM, against one core and the kernels of Garcia-Molla et al. 2019.
void add_densities(std::vector<Ratio>& ratios);

}  // namespace biotropy::bench
