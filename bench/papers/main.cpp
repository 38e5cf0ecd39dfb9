// SPDX-License-Identifier: Apache-2.0
//
// The experiments of Martinez-Zarzuela et al. 2013 (figures 4 to 6, table 1) and of Mullayanov et al. (table 2, figure
// 4) on every device of the machine. Those of Dong et al. 2021 are in bench_long_series. Sizes are the papers' if there
// is a GPU, and smaller otherwise; --full asks for the papers' sizes, --smoke for the smallest. Results are compared
// first; programs of one core are timed by the processor, all others by wall clock.
//
// Usage: bench_papers [--full | --smoke] [--rounds=N] [--device=NAME] [--lengths=N,...] [--only=PART]
// PART is a paper (martinez-zarzuela, mullayanov) or one of figure4, figure5, figure6, table1; lengths replace those of
// figures 4 and 6 and of Mullayanov et al., so that full sizes can be run in pieces.
#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "biotropy/device/devices.hpp"
#include "biotropy/error.hpp"
#include "papers/plan.hpp"

namespace {

using biotropy::bench::Plan;

struct Options {
  bool full = false, smoke = false, wrong = false;
  int rounds = 0;  // 0: those of the plan
  std::string device, only;
  std::vector<std::size_t> lengths;  // none: those of the plan
};

// Positive numbers between commas; none if one is wrong.
std::vector<std::size_t> numbers(std::string_view list) {
  std::vector<std::size_t> found;
  for (const char* at = list.data(); at < list.data() + list.size();) {
    const auto [end, error] = std::from_chars(at, list.data() + list.size(), found.emplace_back());
    const bool is_end = end == list.data() + list.size();
    if (error != std::errc() || found.back() == 0 || (!is_end && (*end != ',' || end + 1 == list.data() + list.size())))
      return {};
    at = end + (is_end ? 0 : 1);
  }
  return found;
}

Options read(int argc, char** argv) {
  Options options;
  for (int argument = 1; argument < argc; ++argument) {
    const std::string_view word = argv[argument];
    constexpr std::string_view rounds = "--rounds=", device = "--device=", only = "--only=", lengths = "--lengths=";
    if (word == "--full") {
      options.full = true;
    } else if (word == "--smoke") {
      options.smoke = true;
    } else if (word.starts_with(rounds)) {
      options.rounds = std::atoi(argv[argument] + rounds.size());
      options.wrong = options.wrong || options.rounds < 1;
    } else if (word.starts_with(device)) {
      options.device = word.substr(device.size());
    } else if (word.starts_with(only)) {
      options.only = word.substr(only.size());
    } else if (word.starts_with(lengths)) {
      options.lengths = numbers(word.substr(lengths.size()));
      options.wrong = options.wrong || options.lengths.empty();
    } else {
      options.wrong = true;
    }
  }
  constexpr std::string_view parts[] = {"",       "martinez-zarzuela", "figure4", "figure5", "figure6",
                                        "table1", "mullayanov"};
  const bool is_part = std::ranges::find(parts, options.only) != std::end(parts);
  options.wrong = options.wrong || !is_part || (options.full && options.smoke);
  return options;
}

Plan plan_of(const Options& options) {
  Plan plan;
  for (biotropy::device::Device* device : biotropy::device::devices()) {
    if (options.device.empty() || device == &biotropy::device::find(options.device)) plan.devices.push_back(device);
  }
  const bool has_gpu = std::ranges::any_of(plan.devices, [](const auto* d) { return d->description().is_gpu; });
  if (options.smoke) {
    plan = {1, 2, 256, {1, 2}, {128, 256}, {100}, plan.devices};
  } else if (options.full || has_gpu) {
    plan.trial_numbers = {10, 20, 30, 40, 50};
    plan.lengths = {512, 1024, 2048, 4096, 8192};
    plan.matrix_lengths = {1000,  2000,  3000,  4000,  5000,  10000, 15000, 20000,
                           25000, 30000, 40000, 50000, 60000, 70000, 80000};
  } else {
    plan = {3, 8, 1024, {4, 8}, {512, 1024}, {1000, 2000}, plan.devices};
  }
  if (options.rounds > 0) plan.rounds = options.rounds;
  if (!options.lengths.empty()) plan.lengths = plan.matrix_lengths = options.lengths;
  return plan;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace biotropy::bench;
  const Options options = read(argc, argv);
  if (options.wrong) {
    fmt::print(stderr,
               "usage: {} [--full | --smoke] [--rounds=N] [--device=NAME] [--lengths=N,...]\n"
               "       [--only=martinez-zarzuela|figure4|figure5|figure6|table1|mullayanov]\n",
               argv[0]);
    return 2;
  }
  try {
    const Plan plan = plan_of(options);
    if (plan.devices.empty()) fmt::print("There is no device: programs of the processor only.\n");
    const auto is_asked = [&](std::string_view paper, std::string_view part) {
      return options.only.empty() || options.only == paper || options.only == part;
    };
    bool right = true;
    if (is_asked("martinez-zarzuela", "figure4")) right = print_sequential(plan) && right;
    if (is_asked("martinez-zarzuela", "figure5")) right = print_steps(plan) && right;
    if (is_asked("martinez-zarzuela", "figure6")) right = print_sizes(plan) && right;
    if (is_asked("martinez-zarzuela", "table1")) right = print_cores(plan) && right;
    if (is_asked("mullayanov", "mullayanov")) right = print_matrix_form(plan) && right;
    return right ? 0 : 1;
  } catch (const biotropy::Error& error) {
    fmt::print(stderr, "bench_papers: {}\n", error.what());
    return 2;
  }
}
