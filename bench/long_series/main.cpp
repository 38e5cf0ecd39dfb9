// SPDX-License-Identifier: Apache-2.0
//
// Entropies of long series against the plain double loop of the papers and the fastest algorithms published for one
// core. The double loop is timed on every k-th row and scaled if a whole run would take minutes; everything else is run
// in full. Results are checked first. `--full` runs every program at every length; without it the slow ones are left
// out for long series.
#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "long_series/plan.hpp"

int main(int argc, char** argv) {
  using namespace biotropy::bench;
  Plan plan;
  std::string_view only;
  for (int argument = 1; argument < argc; ++argument) {
    const std::string_view option = argv[argument];
    constexpr std::string_view rounds = "--rounds=", part = "--only=";
    if (option == "--full") {
      plan.full = true;
      plan.rounds = 3;
    } else if (option.starts_with(rounds)) {
      plan.rounds = std::atoi(argv[argument] + rounds.size());
    } else if (option.starts_with(part)) {
      only = option.substr(part.size());
    } else {
      plan.rounds = 0;
    }
  }
  if (plan.rounds < 1 ||
      !(only.empty() || only == "series" || only == "growth" || only == "figures" || only == "choice")) {
    fmt::print(stderr, "usage: {} [--full] [--rounds=N] [--only=series|growth|figures|choice]\n", argv[0]);
    return 2;
  }
  bool right = true;
  if (only.empty() || only == "series") right = print_long_series(plan) && right;
  if (only.empty() || only == "growth") right = print_growth(plan) && right;
  if (only.empty() || only == "figures") right = print_paper_figures(plan) && right;
  if (only.empty() || only == "choice") right = print_choice(plan) && right;
  return right ? 0 : 1;
}
