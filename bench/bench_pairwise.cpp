// SPDX-License-Identifier: Apache-2.0
//
// Cross-ApEn matrices of one epoch as in Martinez-Zarzuela et al. 2013: 148 channels of 1024 samples, r = 0.2,
// everything included (z-scores, sorting, tables, counting, logarithms), against Algorithm 1 of that paper per ordered
// pair.
#include <benchmark/benchmark.h>

#include <cmath>
#include <map>
#include <random>

#include "baselines/algorithm_one.hpp"
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

const entropy::Pairwise& reference(int m) {
  static std::map<int, entropy::Pairwise> all;
  if (!all.contains(m)) all[m] = pairwise(epoch(), entropy::Measure::cross_apen, parameters(m));
  return all[m];
}

using Baseline = double (*)(std::span<const double>, std::span<const double>, int, double);

void baseline(benchmark::State& state, Baseline cross_apen, int m) {
  constexpr std::size_t pairs = 4;
  for (std::size_t y = 0; y < pairs; ++y) {
    const double expected = reference(m).values[reference(m).entry(0, 7, y)];
    if (!(std::abs(cross_apen(scores(7), scores(y), m, kR) - expected) < kAgreement))
      state.SkipWithError("values differ");
  }
  for (auto _ : state) {
    for (std::size_t y = 0; y < pairs; ++y) benchmark::DoNotOptimize(cross_apen(scores(7), scores(y), m, kR));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pairs));
}

void matrix(benchmark::State& state, int m, int threads, const std::string& instruction_set) {
  limit_instruction_set(instruction_set);
  const auto compute = [&] {
    return pairwise(epoch(), entropy::Measure::cross_apen, parameters(m), entropy::Keep::epochs,
                    {threads, nullptr, "cpu"});
  };
  if (compute().values != reference(m).values) state.SkipWithError("values differ");
  for (auto _ : state) benchmark::DoNotOptimize(compute().values.data());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kChannels * kChannels));
  limit_instruction_set("");
}

void register_cases() {
  for (const int m : {1, 2}) {
    const std::string suffix = ", m = " + std::to_string(m);
    const auto add_baseline = [&](const std::string& name, Baseline cross_apen) {
      by_both_clocks(benchmark::RegisterBenchmark((name + suffix).c_str(), baseline, cross_apen, m))
          ->Unit(benchmark::kMicrosecond);
    };
    add_baseline("Algorithm 1, basic", baselines::cross_apen_basic);
    add_baseline("Algorithm 1, merged", baselines::cross_apen_merged);
    add_baseline("Algorithm 1, branch-free", baselines::cross_apen_branch_free);
    const auto add = [&](const std::string& name, int threads, const std::string& set) {
      by_both_clocks(benchmark::RegisterBenchmark((name + suffix).c_str(), matrix, m, threads, set))
          ->Unit(benchmark::kMillisecond);
    };
    add("biotropy", 1, "");
    add("biotropy, 2 threads", 2, "");
    add("biotropy, AVX2", 1, "AVX2");
  }
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
                               {"biotropy, 2 threads, m = 1", "biotropy, m = 1", 1.85, Clock::wall},
                               {"biotropy, 2 threads, m = 2", "biotropy, m = 2", 1.85, Clock::wall}});
}
