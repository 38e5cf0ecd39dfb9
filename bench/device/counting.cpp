// SPDX-License-Identifier: Apache-2.0
//
// Counting on every device of the machine, against the processor and against the kernels of Martinez-Zarzuela et al.
// 2013 and Dong et al. 2021 (single precision) on the same device. Times include sorting, transfers, launches and
// counts per template, back on the host. Short: all ordered pairs of channels of 1024 samples; long: one series with
// itself.
#include <benchmark/benchmark.h>

#include <atomic>
#include <cmath>
#include <random>

#include "biotropy/device/devices.hpp"
#include "biotropy/match/devices/device_engine.hpp"
#include "device/cases.hpp"
#include "device/published.hpp"

namespace biotropy::bench {

namespace {

constexpr std::size_t kSamples = 1024;
constexpr double kR = 0.2;
// Single precision misjudges a few pairs near the tolerance.
constexpr double kAgreement = 1e-4;

// Epochs of white noise and all their ordered pairs.
struct Study {
  Study(std::size_t epochs, std::size_t channels_of_epoch, std::size_t samples, std::vector<int> lengths)
      : channels(channels_of_epoch), n(samples) {
    std::mt19937_64 generator(1);
    std::normal_distribution<double> normal;
    for (std::size_t i = 0; i < epochs * channels * n; ++i) data.push_back(normal(generator));
    for (std::size_t s = 0; s < epochs * channels; ++s) series.push_back(match::Samples(data).subspan(s * n, n));
    for (std::uint32_t x = 0; x < channels; ++x) {
      for (std::uint32_t y = 0; y < channels; ++y) pairs.push_back({x, y});
    }
    rule.lengths = std::move(lengths);
    rule.r = kR;
    rule.per_template = true;
  }

  match::Query query() const { return {series, channels, pairs, rule}; }
  std::size_t items() const { return query().groups() * pairs.size(); }

  std::size_t channels, n;
  std::vector<double> data;
  std::vector<match::Samples> series;
  std::vector<match::Pair> pairs;
  match::Rule rule;
};

// Sizes of the papers on a GPU; a device that is the processor would be too slow.
const Study& short_study() {
  static const Study study(has_gpu() ? 4 : 1, has_gpu() ? 148 : 16, kSamples, {1, 2});
  return study;
}

// Rule of SampEn.
const Study& long_study() {
  static const Study study = [] {
    Study made(1, 1, has_gpu() ? 100000 : 20000, {2, 3});
    made.rule.templates = match::TemplateRule::common;
    made.rule.theiler = match::kExcludeSelf;
    return made;
  }();
  return study;
}

struct Totals {
  std::atomic<std::uint64_t> shorter{0}, longer{0};
};

// Counts every pair and returns the sum of all totals.
std::pair<std::uint64_t, std::uint64_t> count(const Study& study, const std::string& engine, const std::string& where) {
  Totals totals;
  Execution execution;
  execution.device = where;
  const match::Sink sink = [&](const match::PairCounts& counts) {
    totals.shorter += counts.lengths[0].total;
    totals.longer += counts.lengths[1].total;
  };
  match::count(study.query(), sink, execution, engine);
  return {totals.shorter, totals.longer};
}

void engine_case(benchmark::State& state, const Study& study, const std::string& engine, const std::string& where) {
  if (count(study, engine, where) != count(study, "", "cpu")) state.SkipWithError("counts differ");
  for (auto _ : state) benchmark::DoNotOptimize(count(study, engine, where));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(study.items()));
}

// Kernels of Martinez-Zarzuela et al. 2013 for all pairs of the short study.
PublishedCrossApen published(device::Device& device, const std::string& variant) {
  const Study& study = short_study();
  std::vector<std::pair<std::size_t, std::size_t>> tasks;
  for (std::size_t group = 0; group < study.query().groups(); ++group) {
    for (const match::Pair& pair : study.pairs) {
      tasks.emplace_back(group * study.channels + pair.x, group * study.channels + pair.y);
    }
  }
  return {device, variant, study.data, study.n, tasks, kR};
}

// Ordered pairs: those of template i before j, and those after.
std::pair<std::uint64_t, std::uint64_t> long_by_published(device::Device& device) {
  const baselines::SampleCounts counts = published_sampen(device, long_study().data, 2, kR);
  return {2 * counts.b, 2 * counts.a};
}

bool agree(std::pair<std::uint64_t, std::uint64_t> found, std::pair<std::uint64_t, std::uint64_t> right) {
  const auto near = [](std::uint64_t a, std::uint64_t b) {
    const double exact = static_cast<double>(b);
    return std::abs(exact - static_cast<double>(a)) <= kAgreement * exact;
  };
  return near(found.first, right.first) && near(found.second, right.second);
}

void sampen_case(benchmark::State& state, device::Device* device) {
  if (!agree(long_by_published(*device), count(long_study(), "", "cpu"))) state.SkipWithError("counts differ");
  for (auto _ : state) benchmark::DoNotOptimize(long_by_published(*device));
}

void published_case(benchmark::State& state, device::Device* device, const std::string& name) {
  const PublishedCrossApen kernels = published(*device, name);
  if (!agree(kernels.totals(), count(short_study(), "", "cpu"))) state.SkipWithError("counts differ");
  for (auto _ : state) benchmark::DoNotOptimize(kernels.totals());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(short_study().items()));
}

}  // namespace

void add_counting(std::vector<Ratio>& ratios) {
  add("processor, short", engine_case, std::cref(short_study()), "", "cpu");
  add("processor, long", engine_case, std::cref(long_study()), "", "cpu");
  for (device::Device* device : device::devices()) {
    const std::string where = device->description().name;
    for (const std::string kernel : {"registers", "halo", "shifted"}) {
      add("Martinez-Zarzuela et al. 2013 " + kernel + ", " + where, published_case, device, kernel);
    }
    add("Dong et al. 2021, " + where, sampen_case, device);
    for (const auto& engine : match::device_engines(*device)) {
      const std::string name(engine->name());
      const bool is_short = name.starts_with("bits");
      add(name, engine_case, std::cref(is_short ? short_study() : long_study()), name, where);
      // Expected ratio on a GPU; a device that is the processor has none.
      const double least = device->description().is_gpu ? 1.0 : 0.0;
      ratios.push_back({name, is_short ? "processor, short" : "processor, long", least, Clock::wall});
      if (is_short) ratios.push_back({name, "Martinez-Zarzuela et al. 2013 shifted, " + where, least, Clock::wall});
      if (is_short) ratios.push_back({name, "Martinez-Zarzuela et al. 2013 registers, " + where, least, Clock::wall});
      if (!is_short) ratios.push_back({name, "Dong et al. 2021, " + where, 20.0 * least, Clock::wall});
    }
  }
}

}  // namespace biotropy::bench
