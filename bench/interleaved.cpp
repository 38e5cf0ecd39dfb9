// SPDX-License-Identifier: Apache-2.0
#include "interleaved.hpp"

#include <malloc.h>

#include <algorithm>
#include <fstream>

namespace biotropy::bench {

namespace {

// Memory of this process from Linux, in bytes: VmRSS (now) or VmHWM (the maximum since the last reset).
std::int64_t memory(const std::string& which) {
  std::ifstream status("/proc/self/status");
  constexpr std::int64_t kibibyte = 1024;
  for (std::string word; status >> word;) {
    std::int64_t kibibytes = 0;
    if (word == which + ":" && status >> kibibytes) return kibibytes * kibibyte;
  }
  return 0;
}

}  // namespace

PeakMemory::PeakMemory() {
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << "5";  // resets the maximum
  before_ = memory("VmRSS");
}

std::int64_t PeakMemory::bytes() const {
  return memory("VmHWM") - before_;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::vector<double> interleaved_medians(std::span<const TimedCase> cases, int rounds) {
  constexpr int most_runs = 9;
  constexpr double enough_seconds = 0.03, once_is_enough = 0.5;
  std::vector<std::vector<double>> seconds(cases.size());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t which = 0; which < cases.size(); ++which) {
      // A long case averages over other activity of the machine in a single run.
      if (round > 0 && seconds[which].back() > once_is_enough * cases[which].scale) continue;
      double spent = 0.0;
      for (int run = 0; run < most_runs && spent < enough_seconds; ++run) {
        const Stopwatch watch;
        cases[which].run();
        const double took = watch.seconds(cases[which].clock);
        seconds[which].push_back(took * cases[which].scale);
        spent += took;
      }
    }
  }
  std::vector<double> medians;
  for (const auto& of_case : seconds) medians.push_back(median(of_case));
  return medians;
}

}  // namespace biotropy::bench
