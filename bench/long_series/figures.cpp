// SPDX-License-Identifier: Apache-2.0
//
// Dong et al. 2021 compare SampEn by four programs over the length of a series (figures 2 and 3), the dimension (4),
// the tolerance (5) and, for multiscale entropy, the length again (6). These are the same comparisons, with their three
// programs for one core, the two fastest later algorithms, and this library.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <string>

#include "biotropy/series/coarse_grain.hpp"
#include "interleaved.hpp"
#include "long_series/plan.hpp"

namespace biotropy::bench {

namespace {

using baselines::SampleCounts;

constexpr int kScales = 20;
constexpr double kUsualR = 0.15;
constexpr std::size_t kPaperLength = 60000;

struct Program {
  const char* name;
  std::function<SampleCounts(series::Samples, int, double)> count;
};

std::span<const Program> programs() {
  static const std::vector<Program> list{
      {"k-d tree", baselines::kd_tree},
      {"lightweight", baselines::lightweight},
      {"sort, break", baselines::sort_and_break},
      {"sliding tree", baselines::sliding_kd_tree},
      {"biotropy", [](series::Samples x, int m, double r) { return library_counts(x, m, r); }}};
  return list;
}

// Removes outliers as in Dong et al. 2021, section II D.
std::vector<double> filtered_heartbeats(std::size_t n) {
  constexpr double shortest = 0.3, longest = 1.5;
  std::vector<double> x = heartbeats(2 * n);
  std::erase_if(x, [](double interval) { return interval < shortest || interval > longest; });
  x.resize(std::min(n, x.size()));
  return x;
}

void print_columns(const char* title, const char* first) {
  fmt::print("\n{}\n{:<10} {:>12}", title, first, "basic");
  for (const Program& program : programs()) fmt::print(" {:>12}", program.name);
  fmt::print("\n");
}

void print_line(const std::string& first, std::span<const double> numbers, int decimals) {
  fmt::print("{:<10}", first);
  for (const double number : numbers) {
    fmt::print(" {:>12}", std::isnan(number) ? std::string("-") : fmt::format("{:.{}f}", number, decimals));
  }
  fmt::print("\n");
  std::fflush(stdout);
}

std::vector<double> speedups(std::span<const double> seconds) {
  std::vector<double> result;
  for (const double of_program : seconds) result.push_back(seconds[0] / of_program);
  return result;
}

// The other programs take many minutes for long series, so they need --full.
bool is_run(const Program& program, std::size_t n, const Plan& plan) {
  constexpr std::size_t short_enough = 20000;
  return plan.full || n <= short_enough || &program == &programs().back();
}

// Compares all programs with the definition on the first samples, and the library with another of its engines on all.
bool check(series::Samples x, int m, double r) {
  constexpr std::size_t first_samples = 3000;
  const auto start = x.first(std::min(x.size(), first_samples));
  const SampleCounts expected = baselines::early_exit(start, m, r);
  bool right = agree("biotropy", library_counts(x, m, r), library_counts(x, m, r, 1, "sorted"));
  for (const Program& program : programs()) right = agree(program.name, program.count(start, m, r), expected) && right;
  return right;
}

// Seconds of the basic program and of all others; NaN for those that are not run.
std::vector<double> times(series::Samples x, const Plan& plan, const TimedCase& basic,
                          const std::function<void(const Program&)>& run) {
  std::vector<TimedCase> cases{basic};
  for (const Program& program : programs()) {
    if (is_run(program, x.size(), plan)) cases.push_back({program.name, [&run, &program] { run(program); }});
  }
  const std::vector<double> measured = interleaved_medians(cases, plan.rounds);
  std::vector<double> seconds{measured.front()};
  auto next = measured.begin() + 1;
  for (const Program& program : programs()) seconds.push_back(is_run(program, x.size(), plan) ? *next++ : NAN);
  return seconds;
}

bool times_of_counts(series::Samples x, int m, double r, const Plan& plan, std::vector<double>& seconds) {
  const bool right = check(x, m, r);
  const auto step = row_step(x.size());
  seconds = times(x, plan, {"basic", [&] { baselines::early_exit(x, m, r, step); }, static_cast<double>(step)},
                  [&](const Program& program) { program.count(x, m, r); });
  return right;
}

bool print_lengths(const Plan& plan) {
  const std::vector<std::size_t> lengths{2000, 5000, 10000, 20000, 40000, 60000, 80000, 100000};
  bool right = true;
  std::vector<std::vector<double>> seconds;
  for (const std::size_t n : lengths) {
    const auto x = filtered_heartbeats(n);
    right = times_of_counts(x, 2, tolerance(x, kUsualR), plan, seconds.emplace_back()) && right;
  }
  print_columns("Dong et al. 2021, figure 2: seconds over the length (heartbeats, m = 2, r = 0.15 SD)", "N");
  for (std::size_t row = 0; row < lengths.size(); ++row) print_line(std::to_string(lengths[row]), seconds[row], 6);
  print_columns("Dong et al. 2021, figure 3: times as fast as basic (its own on a GPU: 75 from 60,000 on)", "N");
  for (std::size_t row = 0; row < lengths.size(); ++row) {
    print_line(std::to_string(lengths[row]), speedups(seconds[row]), 1);
  }
  return right;
}

bool print_dimensions(const Plan& plan, const std::vector<double>& x, const char* title) {
  print_columns(title, "m");
  bool right = true;
  for (int m = 2; m <= 10; ++m) {
    std::vector<double> seconds;
    right = times_of_counts(x, m, tolerance(x, kUsualR), plan, seconds) && right;
    print_line(std::to_string(m), speedups(seconds), 1);
  }
  return right;
}

bool print_tolerances(const Plan& plan, const std::vector<double>& x, const char* title) {
  print_columns(title, "r / SD");
  bool right = true;
  for (int percent = 5; percent <= 85; percent += 10) {
    std::vector<double> seconds;
    right = times_of_counts(x, 2, tolerance(x, percent / 100.0), plan, seconds) && right;
    print_line(fmt::format("{:.2f}", percent / 100.0), speedups(seconds), 1);
  }
  return right;
}

// Programs for one series, over all scales; r stays that of the original series (Costa et al. 2002).
bool print_multiscale(const Plan& plan) {
  print_columns(
      "Dong et al. 2021, figure 6: multiscale entropy, scales 1 to 20, times as fast as basic (its own: 10 to 40)",
      "N");
  bool right = true;
  for (std::size_t n = 40000; n <= 100000; n += 20000) {
    const auto x = filtered_heartbeats(n);
    const double r = tolerance(x, kUsualR);
    const auto step = row_step(x.size());
    const auto at_all_scales = [&](auto count) {
      for (int scale = 1; scale <= kScales; ++scale) count(series::coarse_grain(x, scale));
    };
    at_all_scales([&](const auto& grains) { right = check(grains, 2, r) && right; });
    const TimedCase basic{
        "basic", [&] { at_all_scales([&](const auto& grains) { baselines::early_exit(grains, 2, r, step); }); },
        static_cast<double>(step)};
    const auto seconds = times(x, plan, basic, [&](const Program& program) {
      at_all_scales([&](const auto& grains) { program.count(grains, 2, r); });
    });
    print_line(std::to_string(n), speedups(seconds), 1);
  }
  return right;
}

}  // namespace

bool print_paper_figures(const Plan& plan) {
  const auto beats = filtered_heartbeats(kPaperLength);
  const auto noise = white_noise(kPaperLength);
  bool right = print_lengths(plan);
  right =
      print_dimensions(plan, beats,
                       "Dong et al. 2021, figure 4: times as fast as basic over the dimension (heartbeats, N = 60,000, "
                       "r = 0.15 SD; its own: 75 to 25)") &&
      right;
  right = print_dimensions(plan, noise, "The same with white noise") && right;
  right = print_tolerances(
              plan, beats,
              "Dong et al. 2021, figure 5: times as fast as basic over the tolerance (heartbeats, N = 60,000, m = 2; "
              "its own: 150 to 30)") &&
          right;
  right = print_tolerances(plan, noise, "The same with white noise") && right;
  return print_multiscale(plan) && right;
}

}  // namespace biotropy::bench
