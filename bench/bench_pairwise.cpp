// SPDX-License-Identifier: Apache-2.0
//
// Cross-ApEn matrices of one epoch as in Martinez-Zarzuela et al. 2013: 148 channels of 1024 samples, r = 0.2,
// everything included (z-scores, sorting, tables, counting, logarithms), against Algorithm 1 of that paper per ordered
// pair; and Cross-FuzzyEn matrices of that epoch against a double loop.
#include <benchmark/benchmark.h>

#include <cmath>
#include <map>
#include <random>

#include "baselines/baselines.hpp"
#include "biotropy/cpu.hpp"
#include "biotropy/entropy/pairwise.hpp"
#include "biotropy/series/normalise.hpp"
#include "ratio_report.hpp"

namespace biotropy::bench {
namespace {

constexpr std::size_t kChannels = 148, kSamples = 1024;
constexpr double kR = 0.2, kAgreement = 1e-12;

// White noise: the worst case for branch prediction and caches, in the library and in the baselines.
const series::Epochs& epoch() {
  static const series::Epochs noise = [] {
    series::Epochs e;
    e.n_epochs = 1;
    e.n_channels = kChannels;
    e.n_times = kSamples;
    std::mt19937_64 generator(1);
    std::normal_distribution<double> normal;
    for (std::size_t i = 0; i < kChannels * kSamples; ++i) e.data.push_back(normal(generator));
    return e;
  }();
  return noise;
}

const std::vector<double>& scores(std::size_t channel) {
  static std::map<std::size_t, std::vector<double>> all;
  auto& result = all[channel];
  if (result.empty()) {
    result.resize(kSamples);
    series::normalise(epoch().samples(0, channel), 1, result);
  }
  return result;
}

entropy::Parameters parameters(int m) {
  entropy::Parameters p;
  p.m = m;
  p.r = kR;
  return p;
}

using entropy::Measure;

const entropy::Pairwise& reference(Measure measure, int m) {
  static std::map<std::pair<Measure, int>, entropy::Pairwise> all;
  if (!all.contains({measure, m})) all[{measure, m}] = pairwise(epoch(), measure, parameters(m));
  return all[{measure, m}];
}

using Baseline = double (*)(std::span<const double>, std::span<const double>, int, double);

void baseline(benchmark::State& state, Measure measure, Baseline entropy, int m) {
  constexpr std::size_t pairs = 4;
  const entropy::Pairwise& right = reference(measure, m);
  for (std::size_t y = 0; y < pairs; ++y) {
    if (!(std::abs(entropy(scores(7), scores(y), m, kR) - right.values[right.entry(0, 7, y)]) < kAgreement))
      state.SkipWithError("values differ");
  }
  for (auto _ : state) {
    for (std::size_t y = 0; y < pairs; ++y) benchmark::DoNotOptimize(entropy(scores(7), scores(y), m, kR));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pairs));
}

void matrix(benchmark::State& state, Measure measure, int m, int threads, const std::string& instruction_set) {
  limit_instruction_set(instruction_set);
  const auto compute = [&] {
    return pairwise(epoch(), measure, parameters(m), entropy::Keep::epochs, {threads, nullptr, "cpu"});
  };
  if (compute().values != reference(measure, m).values) state.SkipWithError("values differ");
  for (auto _ : state) benchmark::DoNotOptimize(compute().values.data());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kChannels * kChannels));
  limit_instruction_set("");
}

void register_cases() {
  for (const int m : {1, 2}) {
    const std::string suffix = ", m = " + std::to_string(m);
    const auto add_baseline = [&](const std::string& name, Baseline cross_apen) {
      by_both_clocks(
          benchmark::RegisterBenchmark((name + suffix).c_str(), baseline, Measure::cross_apen, cross_apen, m))
          ->Unit(benchmark::kMicrosecond);
    };
    add_baseline("Algorithm 1, basic", baselines::cross_apen_basic);
    add_baseline("Algorithm 1, merged", baselines::cross_apen_merged);
    add_baseline("Algorithm 1, branch-free", baselines::cross_apen_branch_free);
    const auto add = [&](const std::string& name, int threads, const std::string& set) {
      by_both_clocks(
          benchmark::RegisterBenchmark((name + suffix).c_str(), matrix, Measure::cross_apen, m, threads, set))
          ->Unit(benchmark::kMillisecond);
    };
    add("biotropy", 1, "");
    add("biotropy, 2 threads", 2, "");
    add("biotropy, AVX2", 1, "AVX2");
  }
  by_both_clocks(benchmark::RegisterBenchmark("double loop, Cross-FuzzyEn, m = 2", baseline, Measure::cross_fuzzyen,
                                              baselines::cross_fuzzy_entropy_loop, 2))
      ->Unit(benchmark::kMicrosecond);
  by_both_clocks(
      benchmark::RegisterBenchmark("biotropy, Cross-FuzzyEn, m = 2", matrix, Measure::cross_fuzzyen, 2, 1, ""))
      ->Unit(benchmark::kMillisecond);
}

}  // namespace
}  // namespace biotropy::bench

int main(int argc, char** argv) {
  using biotropy::bench::Clock;
  biotropy::bench::register_cases();
  return biotropy::bench::run(argc, argv,
                              {{"biotropy, m = 1", "Algorithm 1, merged, m = 1", 1000},
                               {"biotropy, m = 1", "Algorithm 1, branch-free, m = 1", 20},
                               {"biotropy, m = 1", "Algorithm 1, basic, m = 1", 300},
                               {"biotropy, AVX2, m = 1", "Algorithm 1, merged, m = 1", 120},
                               {"biotropy, m = 2", "Algorithm 1, merged, m = 2", 600},
                               {"biotropy, m = 2", "Algorithm 1, branch-free, m = 2", 20},
                               {"biotropy, AVX2, m = 2", "Algorithm 1, merged, m = 2", 80},
                               {"biotropy, Cross-FuzzyEn, m = 2", "double loop, Cross-FuzzyEn, m = 2", 100},
                               {"biotropy, 2 threads, m = 1", "biotropy, m = 1", 1.85, Clock::wall},
                               {"biotropy, 2 threads, m = 2", "biotropy, m = 2", 1.85, Clock::wall}});
}
