// SPDX-License-Identifier: Apache-2.0
//
// Tests of a Cross-ApEn matrix of one epoch against surrogates: 32 channels of 1024 samples, r = 0.2, m = 1, per
// surrogate, against a loop that makes each surrogate and calls pairwise() on it, and against pairwise() alone. The
// same for an epoch of the study of Martinez-Zarzuela et al. (2013), of 148 channels, without the loop.
#include <benchmark/benchmark.h>

#include <cmath>
#include <random>
#include <string>

#include "biotropy/entropy/surrogate_test.hpp"
#include "biotropy/surrogates/generator.hpp"
#include "ratio_report.hpp"

namespace biotropy::bench {
namespace {

using surrogates::Kind;

constexpr std::size_t kChannels = 32, kChannelsOfStudy = 148, kSamples = 1024, kSurrogates = 64;
constexpr auto kMeasure = entropy::Measure::cross_apen;
const Execution kTwoThreads{2};

// Autoregressive noise.
series::Epochs noise(std::size_t channels) {
  series::Epochs e;
  e.n_epochs = 1;
  e.n_channels = channels;
  e.n_times = kSamples;
  std::mt19937_64 generator(1);
  std::normal_distribution<double> normal;
  double last = 0.0;
  for (std::size_t i = 0; i < channels * kSamples; ++i) e.data.push_back(last = 0.8 * last + normal(generator));
  return e;
}

const series::Epochs& epoch() {
  static const series::Epochs made = noise(kChannels);
  return made;
}

const series::Epochs& epoch_of_study() {
  static const series::Epochs made = noise(kChannelsOfStudy);
  return made;
}

entropy::Parameters parameters() {
  entropy::Parameters p;
  p.m = 1;
  return p;
}

entropy::Pairwise matrix_of(const series::EpochView& epochs) {
  return pairwise(epochs, kMeasure, parameters(), entropy::Keep::epochs, kTwoThreads);
}

entropy::SurrogateTest test(Kind kind, const series::Epochs& of = epoch()) {
  const std::vector<entropy::Pairwise> observed{matrix_of(of)};
  return test_pairwise(of, kMeasure, {{1}, {0.2}}, parameters(), observed, entropy::Keep::epochs,
                       {kSurrogates, kind, 1, 0}, kTwoThreads);
}

std::vector<double> samples_of(const surrogates::Generator& generator, std::uint32_t number) {
  std::vector<double> samples(kChannels * kSamples);
  std::vector<surrogates::Generator::Wanted> wanted;
  for (std::size_t channel = 0; channel < kChannels; ++channel) {
    wanted.push_back({number, channel, std::span(samples).subspan(channel * kSamples, kSamples)});
  }
  generator.make(wanted, kTwoThreads);
  return samples;
}

// The mean of an entry over all surrogates.
double loop(Kind kind, std::size_t entry) {
  const surrogates::Generator generator(epoch(), 0, kind, 1, kTwoThreads);
  double sum = 0.0;
  for (std::uint32_t number = 0; number < kSurrogates; ++number) {
    const std::vector<double> samples = samples_of(generator, number);
    sum += matrix_of({1, kChannels, kSamples, samples}).values[entry];
  }
  return sum / static_cast<double>(kSurrogates);
}

void measure_test(benchmark::State& state, Kind kind) {
  constexpr std::size_t entry = 7;
  if (std::abs(test(kind).mean[entry] - loop(kind, entry)) > 1e-12) state.SkipWithError("values differ");
  for (auto _ : state) benchmark::DoNotOptimize(test(kind).p.data());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kSurrogates));
}

void measure_loop(benchmark::State& state, Kind kind) {
  for (auto _ : state) benchmark::DoNotOptimize(loop(kind, 0));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kSurrogates));
}

void measure_test_of_study(benchmark::State& state, Kind kind) {
  for (auto _ : state) benchmark::DoNotOptimize(test(kind, epoch_of_study()).p.data());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kSurrogates));
}

void measure_matrix(benchmark::State& state, const series::Epochs& of) {
  for (auto _ : state) benchmark::DoNotOptimize(matrix_of(of).values.data());
  state.SetItemsProcessed(state.iterations());
}

void register_cases() {
  const auto add = [](const std::string& name, auto... arguments) {
    by_both_clocks(benchmark::RegisterBenchmark(name.c_str(), arguments...))->Unit(benchmark::kMillisecond);
  };
  add("matrix", measure_matrix, epoch());
  add("study: matrix", measure_matrix, epoch_of_study());
  for (const Kind kind : {Kind::shuffle, Kind::phases, Kind::aaft, Kind::iaaft}) {
    const std::string name(word(kind));
    add("test, " + name, measure_test, kind);
    add("loop, " + name, measure_loop, kind);
    add("study: test, " + name, measure_test_of_study, kind);
  }
}

}  // namespace
}  // namespace biotropy::bench

int main(int argc, char** argv) {
  biotropy::bench::register_cases();
  return biotropy::bench::run(argc, argv,
                              {{"test, shuffle", "loop, shuffle", 0.9},
                               {"test, phases", "loop, phases", 0.9},
                               {"test, aaft", "loop, aaft", 0.9},
                               {"test, iaaft", "loop, iaaft", 0.9}});
}
