// SPDX-License-Identifier: Apache-2.0
//
// Entropies of long series against the plain double loop of the papers and the fastest algorithms published for one
// core. The double loop is timed on every k-th row and scaled if a whole run would take minutes; everything else is run
// in full. Results are checked first. `--full` runs every program at every length, and all records of heartbeats at
// hand in the figures; without it the slow ones are left out for long series. The figures have GPUs as well, and with
// `--devices` the OpenCL devices that are no GPU; `--smoke` shortens them to seconds.
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

#include "biotropy/device/devices.hpp"
#include "biotropy/error.hpp"
#include "long_series/plan.hpp"

namespace {

struct Options {
  biotropy::bench::Plan plan;
  std::string_view only;
  bool all_devices = false, wrong = false;
};

Options read(int argc, char** argv) {
  Options options;
  int rounds_asked = 0;
  for (int argument = 1; argument < argc; ++argument) {
    const std::string_view option = argv[argument];
    constexpr std::string_view rounds = "--rounds=", part = "--only=";
    if (option == "--full") {
      options.plan.full = true;
      options.plan.rounds = 3;
      options.plan.records = std::numeric_limits<std::size_t>::max();
    } else if (option == "--smoke") {
      options.plan.smoke = true;
    } else if (option == "--devices") {
      options.all_devices = true;
    } else if (option.starts_with(rounds)) {
      rounds_asked = std::atoi(argv[argument] + rounds.size());
      options.wrong = options.wrong || rounds_asked < 1;
    } else if (option.starts_with(part)) {
      options.only = option.substr(part.size());
    } else {
      options.wrong = true;
    }
  }
  if (rounds_asked > 0) options.plan.rounds = rounds_asked;
  const std::string_view parts[] = {"", "series", "growth", "figures", "choice"};
  constexpr std::pair<std::string_view, int> figures[] = {
      {"figure2", 2}, {"figure4", 4}, {"figure5", 5}, {"figure6", 6}};
  for (const auto& [name, figure] : figures) {
    if (options.only != name) continue;
    options.plan.figure = figure;
    options.only = "figures";
  }
  options.wrong = options.wrong || std::ranges::find(parts, options.only) == std::end(parts);
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace biotropy::bench;
  const Options options = read(argc, argv);
  if (options.wrong) {
    fmt::print(stderr,
               "usage: {} [--full] [--smoke] [--devices] [--rounds=N]\n"
               "       [--only=series|growth|figures|figure2|figure4|figure5|figure6|choice]\n",
               argv[0]);
    return 2;
  }
  Plan plan = options.plan;
  for (biotropy::device::Device* device : biotropy::device::devices()) {
    if (options.all_devices || device->description().is_gpu) plan.devices.push_back(device);
  }
  const auto is_asked = [&](std::string_view part) { return options.only.empty() || options.only == part; };
  try {
    bool right = true;
    if (is_asked("series")) right = print_long_series(plan) && right;
    if (is_asked("growth")) right = print_growth(plan) && right;
    if (is_asked("figures")) right = print_paper_figures(plan) && right;
    if (is_asked("choice")) right = print_choice(plan) && right;
    return right ? 0 : 1;
  } catch (const biotropy::Error& error) {
    fmt::print(stderr, "bench_long_series: {}\n", error.what());
    return 2;
  }
}
