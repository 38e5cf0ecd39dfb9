// SPDX-License-Identifier: Apache-2.0
//
// Permutation test at the size of the study of Martinez-Zarzuela et al. 2013 (30 subjects in three groups, 148 x 148
// entries, 1,000 arrangements) against a plain version that ranks the values again for every arrangement. Times are per
// entry and arrangement.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "baselines/baselines.hpp"
#include "biotropy/groups/permutation.hpp"
#include "biotropy/groups/rank_tests.hpp"
#include "ratio_report.hpp"

namespace biotropy::bench {
namespace {

constexpr std::size_t kEntries = 148 * 148, kBaselineEntries = 200;
constexpr std::uint64_t kArrangements = 1000, kBaselineArrangements = 10;

struct Study {
  std::vector<double> values;
  std::vector<int> group_of;
  std::size_t entries;

  groups::Values view() const { return {values, entries, group_of, 3}; }
};

Study study(std::size_t subjects_in_group, std::size_t entries, double missing) {
  std::mt19937_64 engine(1);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  Study made{{}, {}, entries};
  for (std::size_t subject = 0; subject < 3 * subjects_in_group; ++subject) {
    made.group_of.push_back(static_cast<int>(subject % 3));
    for (std::size_t entry = 0; entry < entries; ++entry) {
      made.values.push_back(uniform(engine) < missing ? std::nan("") : normal(engine));
    }
  }
  return made;
}

/// True if both versions give the same p when all 1,680 arrangements are enumerated.
bool agree() {
  const Study small = study(3, 20, 0.0);
  const auto fast = groups::permutation_test(small.view());
  for (std::size_t entry = 0; entry < small.entries; ++entry) {
    std::vector<double> values;
    for (std::size_t subject = 0; subject < 9; ++subject) values.push_back(small.values[subject * 20 + entry]);
    std::vector<int> labels = small.group_of;
    const double observed = baselines::kruskal_wallis_h(values, labels, 3) - 1e-9;
    std::sort(labels.begin(), labels.end());
    double reached = 0.0, count = 0.0;
    do {
      reached += baselines::kruskal_wallis_h(values, labels, 3) >= observed ? 1.0 : 0.0;
      count += 1.0;
    } while (std::next_permutation(labels.begin(), labels.end()));
    if (reached / count != fast.p[entry]) return false;
  }
  return true;
}

void plain(benchmark::State& state) {
  if (!agree()) state.SkipWithError("p differs");
  const Study of_p1 = study(10, kBaselineEntries, 0.0);
  std::mt19937_64 engine(2);
  std::vector<double> values(30);
  for (auto _ : state) {
    std::vector<int> labels = of_p1.group_of;
    for (std::uint64_t arrangement = 0; arrangement < kBaselineArrangements; ++arrangement) {
      std::shuffle(labels.begin(), labels.end(), engine);
      for (std::size_t entry = 0; entry < kBaselineEntries; ++entry) {
        for (std::size_t subject = 0; subject < 30; ++subject) {
          values[subject] = of_p1.values[subject * kBaselineEntries + entry];
        }
        benchmark::DoNotOptimize(baselines::kruskal_wallis_h(values, labels, 3));
      }
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kBaselineEntries * kBaselineArrangements));
}

void fast(benchmark::State& state, double missing, int threads) {
  if (!agree()) state.SkipWithError("p differs");
  const Study of_p1 = study(10, kEntries, missing);
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        groups::permutation_test(of_p1.view(), {}, {.permutations = kArrangements}, {threads, nullptr}).p.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kEntries * kArrangements));
}

void rank_test(benchmark::State& state, int threads) {
  const Study of_p1 = study(10, kEntries, 0.0);
  for (auto _ : state) benchmark::DoNotOptimize(groups::kruskal_wallis(of_p1.view(), {threads, nullptr}).p.data());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kEntries));
}

void register_cases() {
  const auto milliseconds = [](benchmark::internal::Benchmark* one) {
    by_both_clocks(one)->Unit(benchmark::kMillisecond);
  };
  milliseconds(benchmark::RegisterBenchmark("ranks anew", plain));
  milliseconds(benchmark::RegisterBenchmark("biotropy", fast, 0.0, 1));
  milliseconds(benchmark::RegisterBenchmark("biotropy, 2 threads", fast, 0.0, 2));
  milliseconds(benchmark::RegisterBenchmark("biotropy, 1 % missing", fast, 0.01, 1));
  milliseconds(benchmark::RegisterBenchmark("Kruskal-Wallis", rank_test, 1));
}

}  // namespace
}  // namespace biotropy::bench

int main(int argc, char** argv) {
  biotropy::bench::register_cases();
  return biotropy::bench::run(argc, argv,
                              {{"biotropy", "ranks anew", 50},
                               {"biotropy, 1 % missing", "ranks anew", 20},
                               {"biotropy, 2 threads", "biotropy", 1.8, biotropy::bench::Clock::wall}});
}
