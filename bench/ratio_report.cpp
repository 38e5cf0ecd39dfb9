// SPDX-License-Identifier: Apache-2.0
#include "ratio_report.hpp"

#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>
#include <string>

#include "interleaved.hpp"

namespace biotropy::bench {

namespace {

struct Seconds {
  double processor = 0.0, wall = 0.0;
};

class Memory final : public benchmark::MemoryManager {
 public:
  void Start() override { peak_.emplace(); }
  void Stop(Result& result) override { result.max_bytes_used = peak_->bytes(); }
  void Stop(Result* result) override { Stop(*result); }

 private:
  std::optional<PeakMemory> peak_;
};

// Keeps the median seconds per item of every case.
class MedianReporter final : public benchmark::ConsoleReporter {
 public:
  MedianReporter() : ConsoleReporter(OO_Tabular) {}

  bool ReportContext(const Context& context) override {
    PrintBasicContext(&GetErrorStream(), context);
    return true;
  }

  void ReportRuns(const std::vector<Run>& runs) override {
    std::vector<double> processor, wall;
    for (const Run& run : runs) {
      failed_ = failed_ || run.error_occurred;
      if (run.error_occurred) fmt::print("{}: {}\n", run.benchmark_name(), run.error_message);
      if (run.error_occurred || run.run_type != Run::RT_Iteration) continue;
      const double n = items(run);
      processor.push_back(run.cpu_accumulated_time / n);
      wall.push_back(run.real_accumulated_time / n);
    }
    if (wall.empty()) return;
    // The results of earlier repetitions may have moved to where these do not point.
    const auto last =
        std::find_if(runs.rbegin(), runs.rend(), [](const Run& run) { return run.memory_result != nullptr; });
    const std::int64_t bytes = last == runs.rend() ? 0 : last->memory_result->max_bytes_used;
    const std::string& name = runs.front().run_name.function_name;
    const Seconds& found = medians_[name] = {median(processor), median(wall)};
    fmt::print("{:<52} {:>14.3f} {:>14.3f} {:>10.1f}\n", name, found.wall * 1e6, found.processor * 1e6,
               static_cast<double>(bytes) * 1e-6);
    std::fflush(stdout);  // so that a run that is cut off has shown what it measured
  }

  const std::map<std::string, Seconds>& medians() const { return medians_; }
  bool failed() const { return failed_; }

 private:
  // Items of a repetition: runs of the case, unless it gives their number.
  static double items(const Run& run) {
    const auto rate = run.counters.find("items_per_second");
    if (rate == run.counters.end()) return static_cast<double>(run.iterations);
    const bool by_wall = run.run_name.time_type.find("real_time") != std::string::npos;
    return static_cast<double>(rate->second) * (by_wall ? run.real_accumulated_time : run.cpu_accumulated_time);
  }

  std::map<std::string, Seconds> medians_;
  bool failed_ = false;
};

// Prints the ratios of cases that were run. Returns whether all are as wanted.
bool print_ratios(const std::vector<Ratio>& ratios, const std::map<std::string, Seconds>& medians) {
  fmt::print("\n{:<52} {:<52} {:<9} {:>8} {:>8}\n", "case", "times as fast as", "clock", "ratio", "wanted");
  bool as_wanted = true;
  for (const Ratio& ratio : ratios) {
    const auto fast = medians.find(ratio.fast), slow = medians.find(ratio.slow);
    if (fast == medians.end() || slow == medians.end()) continue;
    const bool by_wall = ratio.clock == Clock::wall;
    const double found =
        by_wall ? slow->second.wall / fast->second.wall : slow->second.processor / fast->second.processor;
    const bool missed = ratio.least > 0.0 && !(found >= ratio.least);
    as_wanted = as_wanted && !missed;
    const std::string wanted = ratio.least > 0.0 ? fmt::format("{:.2f}", ratio.least) : "-";
    fmt::print("{:<52} {:<52} {:<9} {:>8.2f} {:>8}{}\n", ratio.fast, ratio.slow, by_wall ? "wall" : "processor", found,
               wanted, missed ? "  MISSED" : "");
  }
  return as_wanted;
}

}  // namespace

benchmark::internal::Benchmark* by_both_clocks(benchmark::internal::Benchmark* one) {
  return one->MeasureProcessCPUTime()->UseRealTime();
}

int run(int argc, char** argv, const std::vector<Ratio>& ratios) {
  std::vector<char*> arguments{argv[0]};
  std::string repetitions = "--benchmark_repetitions=5", interleaved = "--benchmark_enable_random_interleaving=true";
  for (std::string* option : {&repetitions, &interleaved}) arguments.push_back(option->data());
  arguments.insert(arguments.end(), argv + 1, argv + argc);
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;

  MedianReporter reporter;
  Memory memory;
  benchmark::RegisterMemoryManager(&memory);
  fmt::print("{:<52} {:>14} {:>14} {:>10}\n", "case, median microseconds per item", "wall", "processor", "MB");
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::RegisterMemoryManager(nullptr);
  const bool as_wanted = print_ratios(ratios, reporter.medians());
  if (reporter.failed()) return 1;
  return as_wanted ? 0 : kSlowerThanWanted;
}

}  // namespace biotropy::bench
