// SPDX-License-Identifier: Apache-2.0
#include "interleaved.hpp"

#include <algorithm>
#include <chrono>

namespace biotropy::bench {

std::vector<double> interleaved_medians(std::span<const TimedCase> cases, int rounds) {
  using Clock = std::chrono::steady_clock;
  constexpr int most_runs = 9;
  constexpr double enough_seconds = 0.03, once_is_enough = 0.5;
  std::vector<std::vector<double>> seconds(cases.size());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t which = 0; which < cases.size(); ++which) {
      // A long case averages over other activity of the machine in a single run.
      if (round > 0 && seconds[which].back() > once_is_enough * cases[which].scale) continue;
      double spent = 0.0;
      for (int run = 0; run < most_runs && spent < enough_seconds; ++run) {
        const auto start = Clock::now();
        cases[which].run();
        const double took = std::chrono::duration<double>(Clock::now() - start).count();
        seconds[which].push_back(took * cases[which].scale);
        spent += took;
      }
    }
  }
  std::vector<double> medians;
  for (auto& of_case : seconds) {
    const auto middle = of_case.begin() + static_cast<std::ptrdiff_t>(of_case.size() / 2);
    std::nth_element(of_case.begin(), middle, of_case.end());
    medians.push_back(*middle);
  }
  return medians;
}

}  // namespace biotropy::bench
