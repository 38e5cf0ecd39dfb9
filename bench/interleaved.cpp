// SPDX-License-Identifier: Apache-2.0
#include "interleaved.hpp"

#include <algorithm>

namespace biotropy::bench {

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
