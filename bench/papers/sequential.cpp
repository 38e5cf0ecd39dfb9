// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cmath>

#include "baselines/baselines.hpp"
#include "biotropy/series/normalise.hpp"
#include "interleaved.hpp"
#include "papers/plan.hpp"
#include "papers/trials.hpp"

namespace biotropy::bench {

bool print_sequential(const Plan& plan) {
  constexpr double agreement = 1e-12;
  fmt::print(
      "\nMartinez-Zarzuela et al. 2013, figure 4: milliseconds of one trial on one core (m = 1, r = 0.2)\n"
      "{:>8} {:>12} {:>12} {:>14} {:>12} {:>22} {:>24}\n",
      "N", "basic, C(1)", "merged, C(2)", "branch-free", "biotropy", "C(2) over C(1)", "biotropy over C(2)");
  bool right = true;
  for (const std::size_t n : plan.lengths) {
    const Trials trials(1, n);
    const std::vector<double> value = trials.values(nullptr, 1);
    using Program = double (*)(std::span<const double>, std::span<const double>, int, double);
    std::vector<TimedCase> cases;
    for (const Program program :
         {baselines::cross_apen_basic, baselines::cross_apen_merged, baselines::cross_apen_branch_free}) {
      const auto run = [&trials, program] {
        std::vector<double> x(trials.u(0).size()), y(x.size());
        series::normalise(trials.u(0), 1, x);
        series::normalise(trials.v(0), 1, y);
        return program(x, y, 1, kToleranceOfTrials);
      };
      right = std::abs(run() - value[0]) <= agreement && right;
      cases.push_back({"", run});
    }
    cases.push_back({"", [&] { trials.values(nullptr, 1); }});
    const std::vector<double> seconds = interleaved_medians(cases, plan.rounds);
    fmt::print("{:>8} {:>12.3f} {:>12.3f} {:>14.3f} {:>12.3f} {:>16.2f} (1.5) {:>24.0f}\n", n, seconds[0] * 1e3,
               seconds[1] * 1e3, seconds[2] * 1e3, seconds[3] * 1e3, seconds[0] / seconds[1], seconds[1] / seconds[3]);
    std::fflush(stdout);
  }
  if (!right) fmt::print("different values\n");
  return right;
}

}  // namespace biotropy::bench
