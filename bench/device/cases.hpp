// SPDX-License-Identifier: Apache-2.0
//
// Parts of the benchmark of devices. Each registers cases, which check their results before they are timed, and the
// ratios to report. Sizes are those of the papers on a GPU, and smaller on an OpenCL device that is the processor.
#pragma once

#include <benchmark/benchmark.h>

#include <string>
#include <utility>
#include <vector>

#include "biotropy/error.hpp"
#include "ratio_report.hpp"

namespace biotropy::bench {

bool has_gpu();

/// Whole calls. A case whose device fails reports it, and the others continue.
template <typename Function, typename... Arguments>
void add(const std::string& name, Function function, Arguments... arguments) {
  const auto guarded = [=](benchmark::State& state) {
    try {
      function(state, arguments...);
    } catch (const Error& error) {
      state.SkipWithError(error.what());
    }
  };
  by_both_clocks(benchmark::RegisterBenchmark(name.c_str(), guarded))->Unit(benchmark::kMillisecond);
}

/// counting.cpp: matches of short and of long series, against the processor and the kernels of Martinez-Zarzuela et al.
/// 2013.
void add_counting(std::vector<Ratio>& ratios);

/// matrices.cpp: Cross-ApEn of all pairs of a subject, from memory to matrices; fuzzy sums of a long series.
void add_matrices(std::vector<Ratio>& ratios);

/// densities.cpp: log densities of SICAMM, against one core and the kernels of Garcia-Molla et al. 2019.
void add_densities(std::vector<Ratio>& ratios);

}  // namespace biotropy::bench
