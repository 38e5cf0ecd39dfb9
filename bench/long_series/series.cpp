// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cmath>
#include <functional>
#include <string>

#include "baselines/baselines.hpp"
#include "biotropy/entropy/entropy.hpp"
#include "biotropy/entropy/multiscale.hpp"
#include "biotropy/series/coarse_grain.hpp"
#include "biotropy/simulate/signals.hpp"
#include "interleaved.hpp"
#include "long_series/plan.hpp"

namespace biotropy::bench {

namespace {

constexpr double kSampleR = 0.15, kApproximateR = 0.2;

void print_head(const std::string& title) {
  fmt::print("\n{}\n{:<34} {:>14} {:>16} {:>10}\n", title, "", "milliseconds", "times as fast", "MB");
}

// What is wanted of the case "biotropy": seconds, or how many times it is to be as fast as the first case; 0: nothing.
struct Wanted {
  double seconds = 0.0, times = 0.0;
};

// Rows of one table; the others are compared with the first case. One thread is timed by the processor, several by wall
// clock, which other work on the machine lengthens.
void print_rows(const std::string& title, std::span<const TimedCase> cases, int rounds, const Wanted& wanted = {}) {
  const std::vector<double> seconds = interleaved_medians(cases, rounds);
  const double times = wanted.seconds > 0.0 ? seconds[0] / wanted.seconds : wanted.times;
  print_head(title);
  for (std::size_t which = 0; which < cases.size(); ++which) {
    std::string remark;
    if (cases[which].scale > 1.0) remark = fmt::format("  (from one row in {})", cases[which].scale);
    if (times > 0.0 && cases[which].name == "biotropy") remark = fmt::format("  (wanted: {:.1f})", times);
    const PeakMemory peak;
    cases[which].run();
    fmt::print("{:<34} {:>14.3f} {:>16.1f} {:>10.1f}{}\n", cases[which].name, seconds[which] * 1e3,
               seconds[0] / seconds[which], static_cast<double>(peak.bytes()) * 1e-6, remark);
  }
  std::fflush(stdout);
}

bool print_sample_entropy(const std::string& title, series::Samples x, const Plan& plan, bool trees,
                          const Wanted& wanted = {}) {
  const double r = tolerance(x, kSampleR);
  const std::size_t step = row_step(x.size());
  const auto ours = library_counts(x, kM, r);
  bool right = agree("the library on two threads", library_counts(x, kM, r, 2), ours);
  const auto start = x.first(std::min<std::size_t>(x.size(), 5000));
  right = agree("the library", library_counts(start, kM, r), baselines::early_exit(start, kM, r)) && right;
  std::vector<TimedCase> cases{
      {"double loop", [&] { baselines::early_exit(x, kM, r, step); }, static_cast<double>(step)}};
  if (trees) {
    right = agree("sort and break", baselines::sort_and_break(x, kM, r), ours) && right;
    right = agree("buckets", baselines::bucket_assisted(x, kM, r), ours) && right;
    right = agree("sliding k-d tree", baselines::sliding_kd_tree(x, kM, r), ours) && right;
    cases.push_back({"sort and break", [&] { baselines::sort_and_break(x, kM, r); }});
    cases.push_back({"buckets", [&] { baselines::bucket_assisted(x, kM, r); }});
    cases.push_back({"sliding k-d tree", [&] { baselines::sliding_kd_tree(x, kM, r); }});
  }
  cases.push_back({"biotropy", [&] { library_counts(x, kM, r); }});
  cases.push_back({"biotropy, 2 threads", [&] { library_counts(x, kM, r, 2); }, 1.0, Clock::wall});
  print_rows(title, cases, plan.rounds, wanted);
  return right;
}

bool print_approximate_entropy(const Plan& plan) {
  const auto x = white_noise(80000);
  const double r = tolerance(x, kApproximateR);
  entropy::Parameters parameters;
  parameters.r = kApproximateR;
  const auto start = series::Samples(x).first(4000);
  entropy::Parameters absolute = parameters;
  absolute.r = r;
  absolute.r_unit = series::RUnit::absolute;
  const auto counts = entropy::approximate_entropy(start, absolute, {1, nullptr, "cpu"});
  const bool right = agree("ApEn", {counts.matches_m, counts.matches_m1}, baselines::early_exit_apen(start, kM, r));
  const std::size_t step = 2 * row_step(x.size());
  print_rows("ApEn, white noise, N = 80,000, m = 2, r = 0.2 SD",
             std::vector<TimedCase>{
                 {"double loop", [&] { baselines::early_exit_apen(x, kM, r, step); }, static_cast<double>(step)},
                 {"biotropy",
                  [&] {
                    entropy::approximate_entropy(x, parameters, {1, nullptr, "cpu"});
                  }},
                 {"biotropy, 2 threads",
                  [&] {
                    entropy::approximate_entropy(x, parameters, {2, nullptr, "cpu"});
                  },
                  1.0, Clock::wall}},
             plan.rounds);
  return right;
}

bool print_multiscale(const Plan& plan) {
  const auto x = heartbeats(100000);
  const double r = tolerance(x, kSampleR);
  entropy::MultiscaleParameters parameters;
  parameters.entropy.r = kSampleR;
  const std::size_t step = row_step(x.size());
  const auto result = entropy::multiscale_entropy(x, parameters, {1, nullptr, "cpu"});
  bool right = true;
  for (const int scale : {7, kScales}) {
    const auto& at = result.scales[static_cast<std::size_t>(scale - 1)].entropy;
    const auto expected = baselines::early_exit(series::coarse_grain(x, scale), kM, r);
    right = agree("multiscale entropy", {at.matches_m, at.matches_m1}, expected) && right;
  }
  const auto loop = [&] {
    for (int scale = 1; scale <= kScales; ++scale) baselines::early_exit(series::coarse_grain(x, scale), kM, r, step);
  };
  print_rows("Multiscale entropy, scales 1 to 20, heartbeats, N = 100,000, m = 2, r = 0.15 SD",
             std::vector<TimedCase>{{"double loop", loop, static_cast<double>(step)},
                                    {"biotropy",
                                     [&] {
                                       entropy::multiscale_entropy(x, parameters, {1, nullptr, "cpu"});
                                     }},
                                    {"biotropy, 2 threads",
                                     [&] {
                                       entropy::multiscale_entropy(x, parameters, {2, nullptr, "cpu"});
                                     },
                                     1.0, Clock::wall}},
             plan.rounds, {.times = 1500});
  return right;
}

bool print_fuzzy(const Plan& plan) {
  const auto x = white_noise(10000);
  const double r = tolerance(x, kApproximateR);
  entropy::Parameters parameters;
  parameters.r = kApproximateR;
  const double ours = entropy::fuzzy_entropy(x, parameters, {1, nullptr, "cpu"}).value;
  const double expected = baselines::fuzzy_entropy_loop(x, kM, r);
  constexpr double agreement = 1e-10;
  const bool right = std::abs(ours - expected) <= agreement;
  if (!right) fmt::print("FuzzyEn differs: {} and {}\n", ours, expected);
  print_rows("FuzzyEn, white noise, N = 10,000, m = 2, r = 0.2 SD",
             std::vector<TimedCase>{{"double loop", [&] { baselines::fuzzy_entropy_loop(x, kM, r); }},
                                    {"biotropy",
                                     [&] {
                                       entropy::fuzzy_entropy(x, parameters, {1, nullptr, "cpu"});
                                     }},
                                    {"biotropy, 2 threads",
                                     [&] {
                                       entropy::fuzzy_entropy(x, parameters, {2, nullptr, "cpu"});
                                     },
                                     1.0, Clock::wall}},
             plan.rounds);
  return right;
}

bool print_millions(const Plan& plan) {
  const auto x = white_noise(1000000);
  const auto short_one = series::Samples(x).first(100000);
  const auto beats =
      simulate::signal({.kind = simulate::SignalKind::rr, .samples = 10000000, .parameter = {}, .seed = 1});
  const double r_long = tolerance(x, kSampleR), r_short = tolerance(short_one, kSampleR);
  const std::vector<double> seconds =
      interleaved_medians(std::vector<TimedCase>{{"", [&] { library_counts(short_one, kM, r_short); }},
                                                 {"", [&] { library_counts(x, kM, r_long); }}},
                          plan.rounds);
  fmt::print("\nSampEn of 1,000,000 samples of white noise takes {:.1f} times as long as of 100,000.\n",
             seconds[1] / seconds[0]);
  bool right =
      print_sample_entropy("SampEn, simulated heartbeats, N = 10,000,000, m = 2, r = 0.15 SD", beats, plan, false);
  return print_sample_entropy("SampEn, white noise, N = 1,000,000, m = 2, r = 0.15 SD", x, plan, false,
                              {.seconds = 0.2}) &&
         right;
}

}  // namespace

bool print_long_series(const Plan& plan) {
  const auto noise = white_noise(100000);
  const auto beats = heartbeats(200000);
  bool right = print_millions(plan);
  right = print_sample_entropy("SampEn, white noise, N = 20,000, m = 2, r = 0.15 SD",
                               series::Samples(noise).first(20000), plan, true, {.seconds = 5e-4}) &&
          right;
  right = print_sample_entropy("SampEn, white noise, N = 100,000, m = 2, r = 0.15 SD", noise, plan, true,
                               {.seconds = 6e-3}) &&
          right;
  right = print_sample_entropy(fmt::format("SampEn, heartbeats, N = {}, m = 2, r = 0.15 SD", beats.size()), beats, plan,
                               true) &&
          right;
  right = print_approximate_entropy(plan) && right;
  right = print_multiscale(plan) && right;
  return print_fuzzy(plan) && right;
}

}  // namespace biotropy::bench
