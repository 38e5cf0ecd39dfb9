// SPDX-License-Identifier: Apache-2.0
//
// Counting on every device of the machine, against the processor and against the kernels of Martinez-Zarzuela et al.
// 2013 and Dong et al. 2021 (single precision) on the same device. Times include sorting, transfers, launches and
// counts per template, back on the host. Short: all ordered pairs of channels of 1024 samples; long: one series with
// itself.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <random>

#include "biotropy/device/devices.hpp"
#include "biotropy/match/devices/device_engine.hpp"
#include "device/cases.hpp"

namespace biotropy::bench {
extern const char* const cross_apen_kernels_c;
extern const char* const sampen_kernel_c;

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
class PublishedKernels {
 public:
  PublishedKernels(device::Device& device, std::string name) : device_(device), name_(std::move(name)) {
    const Study& study = short_study();
    for (const double value : study.data) samples_.push_back(static_cast<float>(value));
    shifted_.assign(samples_.begin() + 1, samples_.end());
    shifted_.push_back(0.0F);
    for (std::size_t group = 0; group < study.query().groups(); ++group) {
      for (const match::Pair& pair : study.pairs) {
        for (const std::uint32_t s : {pair.x, pair.y}) {
          tasks_.push_back(static_cast<std::uint32_t>((group * study.channels + s) * kSamples));
        }
      }
    }
  }

  std::pair<std::uint64_t, std::uint64_t> run() {
    using Floats = device::Array<float>;
    using Words = device::Array<std::uint32_t>;
    const auto n_tasks = tasks_.size() / 2;
    const auto program = device_.program({"cross_apen_kernels", cross_apen_kernels_c, {{"TILE", kBlock}}});
    const Floats samples(device_, samples_), shifted(device_, shifted_);
    const Words tasks(device_, tasks_), counts(device_, n_tasks * 2 * kSamples);
    constexpr std::uint32_t n = kSamples, blocks = (kSamples + kBlock - 1) / kBlock;
    const device::Grid grid{n_tasks * blocks, kBlock};
    const auto r = static_cast<float>(kR);
    if (name_ == "shifted") {
      device::Entry<Floats, Floats, Words, std::uint32_t, std::uint32_t, float, Words> entry(device_, *program, name_);
      entry(grid, samples, shifted, tasks, n, blocks, r, counts);
    } else {
      device::Entry<Floats, Words, std::uint32_t, std::uint32_t, float, Words> entry(device_, *program, name_);
      entry(grid, samples, tasks, n, blocks, r, counts);
    }
    std::pair<std::uint64_t, std::uint64_t> totals{0, 0};
    const std::vector<std::uint32_t> found = counts.read();
    for (std::size_t place = 0; place < found.size(); ++place) {
      (place / kSamples % 2 == 0 ? totals.first : totals.second) += found[place];
    }
    return totals;
  }

 private:
  static constexpr std::uint32_t kBlock = 256;

  device::Device& device_;
  std::string name_;
  std::vector<float> samples_, shifted_;
  std::vector<std::uint32_t> tasks_;
};

// Kernel of Dong et al. 2021 for the long study: sorting, transfers, launch, and the sums of the results.
class PublishedSampEn {
 public:
  explicit PublishedSampEn(device::Device& device) : device_(device) {}

  std::pair<std::uint64_t, std::uint64_t> run() {
    const std::vector<float> points = sorted_templates();
    const auto n = static_cast<std::uint32_t>(points.size() / (kM + 1));
    const auto program = device_.program({"sampen_kernel", sampen_kernel_c, {{"M", kM}}});
    device::Entry<device::Array<float>, std::uint32_t, float, device::Array<std::uint32_t>> entry(device_, *program,
                                                                                                  "forward_matches");
    const device::Array<float> there(device_, points);
    const device::Array<std::uint32_t> matches(device_, 2 * std::size_t{n});
    entry({(n + kGroup - 1) / kGroup, kGroup}, there, n, static_cast<float>(kR), matches);
    std::pair<std::uint64_t, std::uint64_t> totals{0, 0};
    const std::vector<std::uint32_t> found = matches.read();
    for (std::size_t place = 0; place < found.size(); ++place) {
      (place % 2 == 0 ? totals.first : totals.second) += 2 * std::uint64_t{found[place]};  // i before j and after
    }
    return totals;
  }

 private:
  static constexpr std::uint32_t kM = 2, kGroup = 128;

  static std::vector<float> sorted_templates() {
    const std::vector<double>& x = long_study().data;
    std::vector<std::size_t> starts(x.size() - kM);
    std::iota(starts.begin(), starts.end(), std::size_t{0});
    std::sort(starts.begin(), starts.end(), [&](std::size_t a, std::size_t b) { return x[a] < x[b]; });
    std::vector<float> points;
    for (const std::size_t start : starts) {
      for (std::size_t k = 0; k <= kM; ++k) points.push_back(static_cast<float>(x[start + k]));
    }
    return points;
  }

  device::Device& device_;
};

bool agree(std::pair<std::uint64_t, std::uint64_t> found, std::pair<std::uint64_t, std::uint64_t> right) {
  const auto near = [](std::uint64_t a, std::uint64_t b) {
    const double exact = static_cast<double>(b);
    return std::abs(exact - static_cast<double>(a)) <= kAgreement * exact;
  };
  return near(found.first, right.first) && near(found.second, right.second);
}

void sampen_case(benchmark::State& state, device::Device* device) {
  PublishedSampEn published(*device);
  if (!agree(published.run(), count(long_study(), "", "cpu"))) state.SkipWithError("counts differ");
  for (auto _ : state) benchmark::DoNotOptimize(published.run());
}

void published_case(benchmark::State& state, device::Device* device, const std::string& name) {
  PublishedKernels kernels(*device, name);
  if (!agree(kernels.run(), count(short_study(), "", "cpu"))) state.SkipWithError("counts differ");
  for (auto _ : state) benchmark::DoNotOptimize(kernels.run());
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
      ratios.push_back({name, is_short ? "processor, short" : "processor, long", least});
      if (is_short) ratios.push_back({name, "Martinez-Zarzuela et al. 2013 shifted, " + where, least});
      if (is_short) ratios.push_back({name, "Martinez-Zarzuela et al. 2013 registers, " + where, least});
      if (!is_short) ratios.push_back({name, "Dong et al. 2021, " + where, 20.0 * least});
    }
  }
}

}  // namespace biotropy::bench
