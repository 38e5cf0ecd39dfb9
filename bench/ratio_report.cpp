// SPDX-License-Identifier: Apache-2.0
#include "ratio_report.hpp"

#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <cstdio>
#include <map>

namespace biotropy::bench {

namespace {

// Keeps the median seconds per item of every case.
class MedianReporter final : public benchmark::ConsoleReporter {
 public:
  MedianReporter() : ConsoleReporter(OO_Tabular) {}

  bool ReportContext(const Context& context) override {
    PrintBasicContext(&GetErrorStream(), context);
    return true;
  }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      failed_ = failed_ || run.error_occurred;
      if (run.error_occurred) fmt::print("{}: {}\n", run.benchmark_name(), run.error_message);
      if (run.aggregate_name != "median") continue;
      const auto rate = run.counters.find("items_per_second");
      const double seconds = rate != run.counters.end()
                                 ? 1.0 / static_cast<double>(rate->second)
                                 : run.GetAdjustedRealTime() / benchmark::GetTimeUnitMultiplier(run.time_unit);
      medians_[run.run_name.function_name] = seconds;
      fmt::print("{:<44} {:>12.3f} us\n", run.run_name.function_name, seconds * 1e6);
    }
    std::fflush(stdout);  // so that a run that is cut off has shown what it measured
  }

  const std::map<std::string, double>& medians() const { return medians_; }
  bool failed() const { return failed_; }

 private:
  std::map<std::string, double> medians_;
  bool failed_ = false;
};

}  // namespace

int run(int argc, char** argv, const std::vector<Ratio>& ratios) {
  std::vector<char*> arguments{argv[0]};
  std::string repetitions = "--benchmark_repetitions=5", interleaved = "--benchmark_enable_random_interleaving=true",
              aggregates = "--benchmark_report_aggregates_only=true";
  for (std::string* option : {&repetitions, &interleaved, &aggregates}) arguments.push_back(option->data());
  arguments.insert(arguments.end(), argv + 1, argv + argc);
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;

  MedianReporter reporter;
  fmt::print("{:<44} {:>15}\n", "case", "median per item");
  benchmark::RunSpecifiedBenchmarks(&reporter);
  fmt::print("\n{:<44} {:<36} {:>8} {:>8}\n", "case", "times as fast as", "ratio", "wanted");
  for (const Ratio& ratio : ratios) {
    const auto fast = reporter.medians().find(ratio.fast), slow = reporter.medians().find(ratio.slow);
    if (fast == reporter.medians().end() || slow == reporter.medians().end()) continue;
    fmt::print("{:<44} {:<36} {:>8.2f} {:>8.2f}\n", ratio.fast, ratio.slow, slow->second / fast->second, ratio.least);
  }
  return reporter.failed() ? 1 : 0;
}

}  // namespace biotropy::bench
