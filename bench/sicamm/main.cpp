// SPDX-License-Identifier: Apache-2.0
//
// Sequential classification at the size of Garcia-Molla et al. 2019, against its Algorithm 3 and against this library's
// direct sums; and one sample at a time, as in live use. `--replay=60` and `--soak=10` are the long forms of the last
// two parts.
#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "sicamm/plan.hpp"

int main(int argc, char** argv) {
  using namespace biotropy::bench;
  Plan plan;
  std::string_view only;
  bool understood = true;
  for (int argument = 1; argument < argc; ++argument) {
    const std::string_view option = argv[argument];
    const auto value = [&](std::string_view name) -> const char* {
      return option.starts_with(name) ? argv[argument] + name.size() : nullptr;
    };
    if (const char* rounds = value("--rounds="))
      plan.rounds = std::atoi(rounds);
    else if (const char* seconds = value("--replay="))
      plan.replay_seconds = std::atof(seconds);
    else if (const char* minutes = value("--soak="))
      plan.soak_minutes = std::atof(minutes);
    else if (const char* part = value("--only="))
      only = part;
    else
      understood = false;
  }
  const bool known = only.empty() || only == "classification" || only == "live" || only == "soak";
  if (!understood || !known || plan.rounds < 1 || !(plan.replay_seconds > 0.0) || !(plan.soak_minutes >= 0.0)) {
    fmt::print(stderr, "usage: {} [--rounds=N] [--replay=SECONDS] [--soak=MINUTES] [--only=classification|live|soak]\n",
               argv[0]);
    return 2;
  }
  bool right = true;
  if (only.empty() || only == "classification") right = print_classification(plan) && right;
  if (only.empty() || only == "live") right = print_live(plan) && right;
  if (plan.soak_minutes > 0.0) right = print_soak(plan) && right;
  return right ? 0 : 1;
}
