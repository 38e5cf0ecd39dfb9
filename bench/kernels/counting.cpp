// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <random>

#include "biotropy/match/devices/device_engine.hpp"
#include "kernels/workload.hpp"

namespace biotropy::bench {

namespace {

constexpr std::size_t kSamples = 1024;

// Series of white noise, all ordered pairs of the channels of an epoch, and the counts of the processor.
struct Study {
  Study(std::size_t epochs, std::size_t n_channels, std::size_t n, match::Rule of)
      : channels(n_channels), rule(std::move(of)) {
    std::mt19937_64 generator(1);
    std::normal_distribution<double> normal;
    for (std::size_t i = 0; i < epochs * channels * n; ++i) data.push_back(normal(generator));
    for (std::size_t s = 0; s < epochs * channels; ++s) series.push_back(match::Samples(data).subspan(s * n, n));
    for (std::uint32_t x = 0; x < channels; ++x) {
      for (std::uint32_t y = 0; y < channels; ++y) pairs.push_back({x, y});
    }
  }

  match::Query query() const { return {series, channels, pairs, rule}; }
  double items() const { return static_cast<double>(query().groups() * pairs.size()); }

  std::size_t channels;
  std::vector<double> data;
  std::vector<match::Samples> series;
  std::vector<match::Pair> pairs;
  match::Rule rule;
};

// Totals of every pair, or the products of its counts.
struct Found {
  explicit Found(const Study& study) : n_pairs(study.pairs.size()), n_lengths(study.rule.lengths.size()) {
    totals.resize(study.query().groups() * n_pairs * n_lengths);
    products.resize(totals.size());
  }

  match::Sink sink() {
    return [this](const match::PairCounts& counts) {
      for (std::size_t slot = 0; slot < n_lengths; ++slot) {
        const match::LengthCounts& of = counts.lengths[slot];
        const std::size_t place = (counts.group * n_pairs + counts.pair) * n_lengths + slot;
        totals[place] = of.total;
        if (of.product != nullptr) products[place] = *of.product;
        if (of.product == nullptr && !of.per_template.empty()) {
          const std::size_t n_longest = counts.lengths.back().per_template.size();
          products[place] = match::count_product(of.per_template, n_longest);
        }
      }
    };
  }

  bool operator==(const Found& other) const { return totals == other.totals && products == other.products; }

  std::size_t n_pairs, n_lengths;
  std::vector<std::uint64_t> totals;
  std::vector<match::CountProduct> products;
};

Found by_engine(const match::Engine& engine, const Study& study) {
  Found found(study);
  engine.count(study.query(), found.sink(), nullptr);
  return found;
}

Found by_processor(const Study& study) {
  Found found(study);
  Execution execution;
  execution.device = "cpu";
  match::count(study.query(), found.sink(), execution);
  return found;
}

void add(std::vector<Workload>& workloads, const std::shared_ptr<const match::Engine>& engine,
         const std::shared_ptr<const Study>& study, std::string title, std::vector<KernelWork> kernels) {
  workloads.push_back({std::move(title), [=] { return by_engine(*engine, *study) == by_processor(*study); },
                       [=] {
                         engine->count(
                             study->query(), [](const match::PairCounts&) {}, nullptr);
                       },
                       std::move(kernels)});
}

void add_matrices(const std::shared_ptr<const match::Engine>& engine, Size size, std::vector<Workload>& workloads) {
  const bool is_shared = engine->name().starts_with("bits_shared");
  const std::string rows = is_shared ? "count_rows_shared" : "count_rows";
  const std::size_t epochs = size == Size::gpu ? 8 : 1, channels = size == Size::gpu     ? 148
                                                                   : size == Size::smoke ? 3
                                                                                         : 16;
  match::Rule rule;
  rule.r = 0.2;
  rule.lengths = {1, 2};
  rule.per_template = rule.products_suffice = true;
  const auto cross_apen = std::make_shared<const Study>(epochs, channels, kSamples, rule);
  const double n = kSamples, items = cross_apen->items();
  add(workloads, engine, cross_apen, fmt::format("{}: Cross-ApEn of all pairs, N = 1024, m = 1", engine->name()),
      {{"build_tables", "N = 1024", "samples", static_cast<double>(epochs * channels) * n},
       {"find_runs", "N = 1024", "samples", items * n},
       {rows, "counts, N = 1024, m = 1", "rows", items * n, true},
       {"multiply_counts", "", "counts", items * (2.0 * n - 1.0)}});
  rule.lengths = {2, 3};
  rule.per_template = rule.products_suffice = false;
  rule.templates = match::TemplateRule::common;
  add(workloads, engine, std::make_shared<const Study>(epochs, channels, kSamples, rule),
      fmt::format("{}: Cross-SampEn of all pairs, N = 1024, m = 2", engine->name()),
      {{rows, "totals, N = 1024, m = 2", "rows", items * n, true}});
}

// Candidates that the groups of count_windows look at: of the templates by their first sample, those from the first one
// inside a window of the group to the last. Totals of one series need candidates of higher place only.
double candidates(std::vector<double> first_samples, const match::Rule& rule) {
  constexpr std::size_t group = 128;
  first_samples.resize(first_samples.size() - static_cast<std::size_t>(rule.lengths.back() - 1));
  std::sort(first_samples.begin(), first_samples.end());
  double sum = 0.0;
  for (std::size_t first = 0; first < first_samples.size(); first += group) {
    const std::size_t last = std::min(first + group, first_samples.size()) - 1;
    const auto end = std::upper_bound(first_samples.begin(), first_samples.end(), first_samples[last] + rule.r);
    sum += static_cast<double>(group * static_cast<std::size_t>(end - first_samples.begin() - first - 1));
  }
  return sum;
}

void add_long_series(const std::shared_ptr<const match::Engine>& engine, Size size, std::vector<Workload>& workloads) {
  const std::size_t n = size == Size::gpu ? 1000000 : size == Size::smoke ? 2000 : 50000;
  match::Rule rule;
  rule.r = 0.15;
  rule.lengths = {2, 3};
  rule.templates = match::TemplateRule::common;
  rule.theiler = match::kExcludeSelf;
  const auto study = std::make_shared<const Study>(1, 1, n, rule);
  add(workloads, engine, study, fmt::format("{}: SampEn of {} samples, m = 2", engine->name(), n),
      {{"count_windows", "SampEn, m = 2", "candidates", candidates(study->data, rule), true}});
}

}  // namespace

void add_counting(WatchedDevice& device, Size size, std::vector<Workload>& workloads) {
  for (auto& made : match::device_engines(device)) {
    const std::shared_ptr<const match::Engine> engine(std::move(made));
    const bool is_long = engine->name().starts_with("sorted");
    is_long ? add_long_series(engine, size, workloads) : add_matrices(engine, size, workloads);
  }
}

}  // namespace biotropy::bench
