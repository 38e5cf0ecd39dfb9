// SPDX-License-Identifier: Apache-2.0
//
// Steps and features without a pause, and the memory of the process meanwhile.
#include <fmt/core.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>

#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/features/slow_wave.hpp"
#include "sicamm/plan.hpp"

namespace biotropy::bench {

namespace {

double resident_kilobytes() {
  std::uint64_t whole = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> whole >> resident;
  return static_cast<double>(resident) * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1024.0;
}

}  // namespace

bool print_soak(const Plan& plan) {
  using WallClock = std::chrono::steady_clock;
  constexpr double report_every = 30.0, most_growth = 1024.0;
  constexpr std::size_t at_once = 10000;
  const PaperCase& paper = paper_case();
  const sicamm::Classifier classifier(paper.model);
  sicamm::Stream stream(classifier);
  sicamm::SlowWaves waves({}, kRate, paper.channels);
  std::vector<double> features(paper.channels);
  const auto start = WallClock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(WallClock::now() - start).count(); };
  fmt::print("\nSoak: {} minutes\n{:>10} {:>16} {:>14}\n", plan.soak_minutes, "seconds", "samples", "resident kB");
  std::size_t samples = 0;
  double first = 0.0, next_report = 0.0, growth = 0.0;
  while (elapsed() < plan.soak_minutes * 60.0) {
    for (std::size_t i = 0; i < at_once; ++i, ++samples) {
      const auto signal = paper.signal(samples % paper.size());
      waves.step(signal, features);
      stream.step(signal);
    }
    if (elapsed() < next_report) continue;
    const double now = resident_kilobytes();
    if (first == 0.0) first = now;
    growth = now - first;
    fmt::print("{:>10.0f} {:>16} {:>14.0f}\n", elapsed(), samples, now);
    std::fflush(stdout);
    next_report += report_every;
  }
  fmt::print("grown by {:.0f} kB (allowed: {:.0f})\n", growth, most_growth);
  return growth <= most_growth;
}

}  // namespace biotropy::bench
