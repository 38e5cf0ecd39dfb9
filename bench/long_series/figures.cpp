// SPDX-License-Identifier: Apache-2.0
//
// Dong et al. 2021 compare SampEn by four programs over the length of a series (figures 2 and 3), the dimension (4),
// the tolerance (5) and, for multiscale entropy, the length again (6), and on three platforms (7), on ten records of
// heartbeats. These are the same comparisons on the records at hand and on every device of the plan.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "biotropy/entropy/entropy.hpp"
#include "biotropy/series/coarse_grain.hpp"
#include "biotropy/series/normalise.hpp"
#include "device/published.hpp"
#include "interleaved.hpp"
#include "long_series/plan.hpp"

namespace biotropy::bench {

namespace {

// Programs that count for SampEn, in the comparisons of Dong et al. 2021: their three for one core, three fast later
// algorithms, this library, and, for each device, their OpenCLSampEn and this library.

struct Program {
  std::string name;
  std::function<baselines::SampleCounts(series::Samples, int, double)> count;
  Clock clock = Clock::processor;
  bool is_fast = false;  ///< takes seconds at most, for the longest series
  bool is_exact = true;  ///< in double precision

  /// False for a slow program and a long series, unless the plan is full.
  bool is_run(std::size_t n, const Plan& plan) const;
};

bool Program::is_run(std::size_t n, const Plan& plan) const {
  constexpr std::size_t short_enough = 20000;
  return plan.full || is_fast || n <= short_enough;
}

std::vector<Program> programs(const Plan& plan) {
  std::vector<Program> list{
      {"k-d tree", baselines::kd_tree},
      {"lightweight", baselines::lightweight},
      {"sort, break", baselines::sort_and_break},
      {"buckets", baselines::bucket_assisted},
      {"sliding tree", baselines::sliding_kd_tree},
      {"biotropy", [](series::Samples x, int m, double r) { return library_counts(x, m, r); }, Clock::processor, true}};
  for (device::Device* device : plan.devices) {
    const device::Description& about = device->description();
    list.push_back({"Dong " + about.name,
                    [device](series::Samples x, int m, double r) { return published_sampen(*device, x, m, r); },
                    Clock::wall, about.is_gpu, false});
    list.push_back(
        {"ours " + about.name,
         [name = about.name](series::Samples x, int m, double r) { return library_counts(x, m, r, 0, {}, name); },
         Clock::wall, about.is_gpu});
  }
  return list;
}

using baselines::SampleCounts;
using Series = std::vector<std::vector<double>>;  // of several records

constexpr double kUsualR = 0.15;

struct Sizes {
  std::vector<std::size_t> lengths{2000, 5000, 10000, 20000, 40000, 60000, 80000, 100000};
  std::vector<std::size_t> lengths_of_scales{40000, 60000, 80000, 100000};
  std::size_t usual_length = 60000;
  std::vector<int> dimensions{2, 3, 4, 5, 6, 7, 8, 9, 10};
  std::vector<int> percents{5, 15, 25, 35, 45, 55, 65, 75, 85};  // of the SD
};

Sizes sizes_of(const Plan& plan) {
  return plan.smoke ? Sizes{{1000}, {2000}, 1000, {2}, {15}} : Sizes();
}

void print_columns(const std::string& title, const char* first, const Plan& plan) {
  fmt::print("\n{}\n{:<10} {:>18}", title, first, "basic");
  for (const Program& program : programs(plan)) fmt::print(" {:>18}", program.name);
  fmt::print("\n");
}

// Mean and, of several records, SD of each program.
void print_line(const std::string& first, std::span<const std::vector<double>> records, int decimals) {
  fmt::print("{:<10}", first);
  for (std::size_t program = 0; program < records.front().size(); ++program) {
    std::vector<double> numbers;
    for (const auto& record : records) {
      if (!std::isnan(record[program])) numbers.push_back(record[program]);
    }
    std::string text = "-";
    if (numbers.size() == 1) text = fmt::format("{:.{}f}", numbers[0], decimals);
    if (numbers.size() > 1) {
      const series::Moments found = series::moments(numbers);
      text = fmt::format("{:.{}f} ± {:.{}f}", found.mean, decimals, found.sd, decimals);
    }
    fmt::print(" {:>18}", text);
  }
  fmt::print("\n");
  std::fflush(stdout);
}

std::vector<std::vector<double>> speedups(std::span<const std::vector<double>> records) {
  std::vector<std::vector<double>> result;
  for (const auto& seconds : records) {
    auto& of_record = result.emplace_back();
    for (const double of_program : seconds) of_record.push_back(seconds[0] / of_program);
  }
  return result;
}

bool is_near(const SampleCounts& found, const SampleCounts& expected) {
  constexpr double of_single = 1e-3;
  const auto near = [](std::uint64_t a, std::uint64_t b) {
    return std::abs(static_cast<double>(a) - static_cast<double>(b)) <= of_single * static_cast<double>(b);
  };
  return near(found.b, expected.b) && near(found.a, expected.a);
}

// Compares all programs with the definition on the first samples, and the library with another of its engines on all.
bool check(series::Samples x, int m, double r, const Plan& plan) {
  constexpr std::size_t first_samples = 3000;
  const auto start = x.first(std::min(x.size(), first_samples));
  const SampleCounts expected = baselines::early_exit(start, m, r);
  bool right = agree("biotropy", library_counts(x, m, r), library_counts(x, m, r, 1, "sorted"));
  for (const Program& program : programs(plan)) {
    const SampleCounts found = program.count(start, m, r);
    if (!program.is_exact && is_near(found, expected)) continue;
    right = agree(program.name.c_str(), found, expected) && right;
  }
  return right;
}

// Seconds of the basic program and of all others; NaN for those that are not run.
std::vector<double> times(series::Samples x, const Plan& plan, const TimedCase& basic,
                          const std::function<void(const Program&)>& run) {
  const std::vector<Program> all = programs(plan);
  std::vector<TimedCase> cases{basic};
  for (const Program& program : all) {
    if (!program.is_run(x.size(), plan)) continue;
    cases.push_back({program.name, [&run, &program] { run(program); }, 1.0, program.clock});
  }
  const std::vector<double> measured = interleaved_medians(cases, plan.rounds);
  std::vector<double> seconds{measured.front()};
  auto next = measured.begin() + 1;
  for (const Program& program : all) seconds.push_back(program.is_run(x.size(), plan) ? *next++ : NAN);
  return seconds;
}

bool times_of_counts(series::Samples x, int m, double r, const Plan& plan, std::vector<double>& seconds) {
  const bool right = check(x, m, r, plan);
  const auto step = row_step(x.size());
  seconds = times(x, plan, {"basic", [&] { baselines::early_exit(x, m, r, step); }, static_cast<double>(step)},
                  [&](const Program& program) { program.count(x, m, r); });
  return right;
}

// Seconds of every record.
bool times_of_records(const Series& records, int m, double r, const Plan& plan,
                      std::vector<std::vector<double>>& seconds) {
  bool right = true;
  for (const auto& x : records) {
    right = times_of_counts(x, m, tolerance(x, r), plan, seconds.emplace_back()) && right;
  }
  return right;
}

bool print_lengths(const Plan& plan, const Sizes& sizes) {
  bool right = true;
  std::vector<std::vector<std::vector<double>>> seconds;
  print_columns("Dong et al. 2021, figure 2: seconds over the length (heartbeats, m = 2, r = 0.15 SD)", "N", plan);
  for (const std::size_t n : sizes.lengths) {
    right = times_of_records(heartbeat_records(n, plan.records), 2, kUsualR, plan, seconds.emplace_back()) && right;
    print_line(std::to_string(n), seconds.back(), 6);
  }
  print_columns("Dong et al. 2021, figures 3 and 7: times as fast as basic (its own on a GPU: 75 from 60,000 on)", "N",
                plan);
  for (std::size_t row = 0; row < sizes.lengths.size(); ++row) {
    print_line(std::to_string(sizes.lengths[row]), speedups(seconds[row]), 1);
  }
  return right;
}

bool print_dimensions(const Plan& plan, const Sizes& sizes, const Series& records, const std::string& title) {
  print_columns(title, "m", plan);
  bool right = true;
  for (const int m : sizes.dimensions) {
    std::vector<std::vector<double>> seconds;
    right = times_of_records(records, m, kUsualR, plan, seconds) && right;
    print_line(std::to_string(m), speedups(seconds), 1);
  }
  return right;
}

bool print_tolerances(const Plan& plan, const Sizes& sizes, const Series& records, const std::string& title) {
  print_columns(title, "r / SD", plan);
  bool right = true;
  for (const int percent : sizes.percents) {
    std::vector<std::vector<double>> seconds;
    right = times_of_records(records, 2, percent / 100.0, plan, seconds) && right;
    print_line(fmt::format("{:.2f}", percent / 100.0), speedups(seconds), 1);
  }
  return right;
}

// Programs for one series, over all scales; r stays that of the original series (Costa et al. 2002).
bool times_of_scales(series::Samples x, const Plan& plan, std::vector<double>& seconds) {
  const double r = tolerance(x, kUsualR);
  const auto step = row_step(x.size());
  const auto at_all_scales = [&](auto count) {
    for (int scale = 1; scale <= kScales; ++scale) count(series::coarse_grain(x, scale));
  };
  bool right = true;
  at_all_scales([&](const auto& grains) { right = check(grains, 2, r, plan) && right; });
  const TimedCase basic{"basic",
                        [&] { at_all_scales([&](const auto& grains) { baselines::early_exit(grains, 2, r, step); }); },
                        static_cast<double>(step)};
  seconds = times(x, plan, basic, [&](const Program& program) {
    at_all_scales([&](const auto& grains) { program.count(grains, 2, r); });
  });
  return right;
}

bool print_multiscale(const Plan& plan, const Sizes& sizes) {
  print_columns(
      "Dong et al. 2021, figure 6: multiscale entropy, scales 1 to 20, times as fast as basic (its own: 10 to 40)", "N",
      plan);
  bool right = true;
  for (const std::size_t n : sizes.lengths_of_scales) {
    std::vector<std::vector<double>> seconds;
    for (const auto& x : heartbeat_records(n, plan.records)) {
      right = times_of_scales(x, plan, seconds.emplace_back()) && right;
    }
    print_line(std::to_string(n), speedups(seconds), 1);
  }
  return right;
}

}  // namespace

bool print_paper_figures(const Plan& plan) {
  const Sizes sizes = sizes_of(plan);
  const Series beats = heartbeat_records(sizes.usual_length, plan.records), noise{white_noise(sizes.usual_length)};
  fmt::print("\nRecords of heartbeats: {}\n", beats.size());
  const std::string beats_of = fmt::format("heartbeats, N = {}", sizes.usual_length);
  const auto is_asked = [&](int figure) { return plan.figure == 0 || plan.figure == figure; };
  bool right = true;
  if (is_asked(2)) right = print_lengths(plan, sizes) && right;
  if (is_asked(4)) {
    const std::string title = fmt::format(
        "Dong et al. 2021, figure 4: times as fast as basic over the dimension ({}, r = 0.15 SD; its own: 75 to 25)",
        beats_of);
    right = print_dimensions(plan, sizes, beats, title) && right;
    right = print_dimensions(plan, sizes, noise, "The same with white noise") && right;
  }
  if (is_asked(5)) {
    const std::string title = fmt::format(
        "Dong et al. 2021, figure 5: times as fast as basic over the tolerance ({}, m = 2; its own: 150 to 30)",
        beats_of);
    right = print_tolerances(plan, sizes, beats, title) && right;
    right = print_tolerances(plan, sizes, noise, "The same with white noise") && right;
  }
  if (is_asked(6)) right = print_multiscale(plan, sizes) && right;
  return right;
}

}  // namespace biotropy::bench
