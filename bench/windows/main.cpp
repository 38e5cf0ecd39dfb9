// SPDX-License-Identifier: Apache-2.0
//
// Processor time of one sample in a sliding window, the value read at each: windows of 1,000 and 7,500 samples, m = 2,
// against a recount of the window by plain loops, by the published algorithm that sorts the templates, and by the
// program itself. `bench_windows soak N [fixed|sd]` pushes N samples into each window instead, into those whose r is
// fixed or in SD units alone if asked, and compares the values with recounts.
#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "baselines/baselines.hpp"
#include "biotropy/entropy/sliding_entropy.hpp"
#include "biotropy/series/normalise.hpp"
#include "ratio_report.hpp"

namespace biotropy::bench {

namespace {

using entropy::Measure;
using series::RUnit;

constexpr std::size_t kSamples = 200'000;
constexpr int kLength = 2;

/// Autoregressive noise; `drifting`: its amplitude doubles and halves within 5,000 samples.
const std::vector<double>& signal(bool drifting) {
  const auto make = [](bool drifts) {
    std::vector<double> samples;
    std::mt19937_64 generator(1);
    std::normal_distribution<double> normal;
    double last = 0.0;
    for (std::size_t i = 0; i < kSamples; ++i) {
      last = 0.8 * last + normal(generator);
      samples.push_back(drifts ? last * std::exp2(std::sin(static_cast<double>(i) * 2.0 * 3.14159 / 10000.0)) : last);
    }
    return samples;
  };
  static const std::vector<double> steady = make(false), uneven = make(true);
  return drifting ? uneven : steady;
}

struct Case {
  Measure measure;
  RUnit unit;
  std::size_t window;
  bool drifting = false;

  entropy::Parameters parameters() const {
    entropy::Parameters p;
    p.m = kLength;
    p.r = unit == RUnit::sd ? 0.2 : 0.33;
    p.r_unit = unit;
    return p;
  }
  std::string name() const {
    return fmt::format("{}, r {}{}, window {}", entropy::title(measure), unit == RUnit::sd ? "in SD" : "fixed",
                       drifting ? ", drifting" : "", window);
  }
};

// The samples of one series, and of another.
struct Feed {
  explicit Feed(const Case& of) : samples(signal(of.drifting)), two(is_cross(of.measure)) {}

  void push(entropy::SlidingEntropy& sliding) {
    const double pair[] = {samples[next], samples[(next + kSamples / 2) % kSamples]};
    sliding.push(std::span(pair).first(two ? 2 : 1));
    next = (next + 1) % kSamples;
  }

  const std::vector<double>& samples;
  bool two;
  std::size_t next = 0;
};

entropy::Entropy recount(const Case& which, std::size_t end) {
  const std::vector<double>& samples = signal(which.drifting);
  const series::Samples u = series::Samples(samples).subspan(end - which.window, which.window);
  const series::Samples v = series::Samples(samples).subspan(end - which.window + kSamples / 2, which.window);
  return entropy::compute(which.measure, u, v, which.parameters(), {1});
}

void measure_push(benchmark::State& state, const Case& which) {
  entropy::SlidingEntropy sliding(which.measure, which.window, which.parameters());
  Feed feed(which);
  while (!sliding.is_full()) feed.push(sliding);
  for (int i = 0; i < 500; ++i) {
    feed.push(sliding);
    if (sliding.value().value != recount(which, feed.next).value) state.SkipWithError("values differ");
  }
  for (auto _ : state) {
    feed.push(sliding);
    benchmark::DoNotOptimize(sliding.value().value);
  }
  state.SetItemsProcessed(state.iterations());
}

void measure_recount(benchmark::State& state, const Case& which) {
  std::size_t end = which.window;
  for (auto _ : state)
    benchmark::DoNotOptimize(recount(which, end = end < kSamples / 2 ? end + 1 : which.window).value);
  state.SetItemsProcessed(state.iterations());
}

using Loop = baselines::SampleCounts (*)(std::span<const double> x, int m, double r);

void measure_loop(benchmark::State& state, const Case& which, Loop loop) {
  const series::Samples window = series::Samples(signal(which.drifting)).first(which.window);
  const entropy::Parameters p = which.parameters();
  const entropy::Entropy expected = recount(which, which.window);
  if (loop(window, kLength, p.r).b != expected.matches_m || loop(window, kLength, p.r).a != expected.matches_m1) {
    state.SkipWithError("counts differ");
  }
  for (auto _ : state) benchmark::DoNotOptimize(loop(window, kLength, p.r).a);
  state.SetItemsProcessed(state.iterations());
}

baselines::SampleCounts plain(std::span<const double> x, int m, double r) {
  return baselines::early_exit(x, m, r);
}

std::vector<Ratio> register_cases() {
  std::vector<Ratio> ratios;
  const auto add = [](const std::string& name, auto... arguments) {
    by_both_clocks(benchmark::RegisterBenchmark(name.c_str(), arguments...))->Unit(benchmark::kMicrosecond);
  };
  for (const std::size_t window : {std::size_t{1000}, std::size_t{7500}}) {
    const Case fixed{Measure::sampen, RUnit::absolute, window};
    for (const Case& one :
         {fixed, Case{Measure::apen, RUnit::absolute, window}, Case{Measure::cross_sampen, RUnit::absolute, window},
          Case{Measure::cross_apen, RUnit::absolute, window}, Case{Measure::sampen, RUnit::sd, window},
          Case{Measure::sampen, RUnit::sd, window, true}, Case{Measure::apen, RUnit::sd, window}}) {
      add(one.name(), measure_push, one);
      add(one.name() + ", recount", measure_recount, one);
      ratios.push_back({one.name(), one.name() + ", recount", 20.0});
    }
    const std::pair<std::string, Loop> loops[] = {{"plain loop", plain},
                                                  {"run lengths", baselines::run_lengths},
                                                  {"sorted templates", baselines::sort_and_break}};
    for (const auto& [name, loop] : loops) {
      add(fixed.name() + ", " + name, measure_loop, fixed, loop);
      ratios.push_back({fixed.name(), fixed.name() + ", " + name, 20.0});
    }
  }
  return ratios;
}

// Many pushes into sliding windows, compared with a recount of the window at intervals.
struct SoakCase {
  Measure measure;
  series::RUnit unit;
  double r;
  std::size_t window;
};

// Noise whose amplitude and mean wander, with ties, outliers, stretches of one value and missing samples.
class Source {
 public:
  double next() {
    if (++count_ % 5000 == 0) amplitude_ = std::exp(normal_(generator_));
    if (count_ % 70000 < 300) return 0.25;
    if (count_ % 33331 == 0) return 1000.0;
    if (count_ % 9973 == 0) return std::nan("");
    last_ = 0.7 * last_ + amplitude_ * normal_(generator_);
    const double sample = last_ + 1e-6 * static_cast<double>(count_ % 1'000'000);
    return count_ % 200000 < 100000 ? sample : std::round(8.0 * sample) / 8.0;
  }

 private:
  std::mt19937_64 generator_{1};
  std::normal_distribution<double> normal_;
  std::uint64_t count_ = 0;
  double last_ = 0.0, amplitude_ = 1.0;
};

bool same(const entropy::Entropy& one, const entropy::Entropy& other) {
  const bool values = std::bit_cast<std::uint64_t>(one.value) == std::bit_cast<std::uint64_t>(other.value) ||
                      (std::isnan(one.value) && std::isnan(other.value));
  return values && one.r == other.r && one.matches_m == other.matches_m && one.matches_m1 == other.matches_m1 &&
         one.reason == other.reason;
}

bool run(const SoakCase& which, std::uint64_t pushes) {
  entropy::Parameters parameters;
  parameters.r = which.r;
  parameters.r_unit = which.unit;
  parameters.missing = entropy::Missing::omit;
  entropy::SlidingEntropy sliding(which.measure, which.window, parameters);
  Source source;
  std::vector<double> last;  // the last windows of both series
  std::vector<double> samples(sliding.series());
  const std::uint64_t every = std::max<std::uint64_t>(pushes / 10000, 1);
  std::uint64_t compared = 0;
  for (std::uint64_t t = 0; t < pushes; ++t) {
    for (double& sample : samples) sample = source.next();
    sliding.push(samples);
    last.insert(last.end(), samples.begin(), samples.end());
    if (last.size() > 64 * which.window)
      last.erase(last.begin(), last.end() - static_cast<std::ptrdiff_t>(2 * which.window));
    if (!sliding.is_full() || t % every != 0) {
      if (sliding.is_full() && which.unit == series::RUnit::sd) sliding.value();
      continue;
    }
    std::vector<double> u, v;
    for (std::size_t i = last.size() - which.window * samples.size(); i < last.size(); i += samples.size()) {
      u.push_back(last[i]);
      v.push_back(last[i + samples.size() - 1]);
    }
    ++compared;
    if (same(sliding.value(), entropy::compute_or_reason(which.measure, u, v, parameters, {1}))) continue;
    fmt::print("{} differs after {} pushes\n", entropy::title(which.measure), t + 1);
    return false;
  }
  fmt::print("{:<13} r {:<4} {}, window {}: {} pushes, equal at all of {} recounts\n", entropy::title(which.measure),
             which.r, which.unit == series::RUnit::sd ? "SD   " : "fixed", which.window, pushes, compared);
  std::fflush(stdout);  // hours may pass until the next
  return true;
}

/// @param pushes into each window. @param r "fixed" or "sd": the windows of such r alone; empty: all.
/// @returns 0, or 1 after a value that differs from the recount, and for another word.
int soak(std::uint64_t pushes, std::string_view r) {
  if (!r.empty() && r != "fixed" && r != "sd") {
    fmt::print("r = {} is not allowed: fixed or sd is needed\n", r);
    return 1;
  }
  const SoakCase cases[] = {{Measure::sampen, series::RUnit::absolute, 0.3, 300},
                            {Measure::sampen, series::RUnit::sd, 0.2, 300},
                            {Measure::apen, series::RUnit::absolute, 0.3, 300},
                            {Measure::apen, series::RUnit::sd, 0.2, 300},
                            {Measure::cross_sampen, series::RUnit::absolute, 0.3, 300},
                            {Measure::cross_apen, series::RUnit::absolute, 0.3, 300}};
  const auto is_wanted = [&](const SoakCase& one) {
    return r.empty() || (r == "sd") == (one.unit == series::RUnit::sd);
  };
  return std::all_of(std::begin(cases), std::end(cases),
                     [&](const SoakCase& one) { return !is_wanted(one) || run(one, pushes); })
             ? 0
             : 1;
}

}  // namespace

}  // namespace biotropy::bench

int main(int argc, char** argv) {
  if ((argc == 3 || argc == 4) && std::string_view(argv[1]) == "soak") {
    return biotropy::bench::soak(static_cast<std::uint64_t>(std::strtod(argv[2], nullptr)), argc == 4 ? argv[3] : "");
  }
  const auto ratios = biotropy::bench::register_cases();
  return biotropy::bench::run(argc, argv, ratios);
}
