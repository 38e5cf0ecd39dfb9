// SPDX-License-Identifier: Apache-2.0
#include "papers/trials.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "baselines/baselines.hpp"
#include "biotropy/entropy/formula.hpp"
#include "biotropy/series/normalise.hpp"

namespace biotropy::bench {

namespace {

constexpr match::Pair kPair{0, 1};

match::Rule rule_of_trials() {
  match::Rule rule;
  rule.lengths = {1, 2};
  rule.r = kToleranceOfTrials;
  rule.per_template = rule.products_suffice = true;
  return rule;
}

std::vector<match::Samples> series_of(std::span<const double> data, std::size_t samples) {
  std::vector<match::Samples> series;
  for (std::size_t first = 0; first < data.size(); first += samples) series.push_back(data.subspan(first, samples));
  return series;
}

}  // namespace

Trials::Trials(std::size_t count, std::size_t samples) : samples_(samples) {
  std::mt19937_64 generator(1);
  std::normal_distribution<double> normal;
  for (std::size_t i = 0; i < 2 * count * samples; ++i) data_.push_back(normal(generator));
}

std::vector<double> Trials::scores() const {
  std::vector<double> scores(data_.size());
  const auto series = series_of(data_, samples_);
  with_threads({}, [&] {
    parallel_for(series.size(), nullptr, [&](std::size_t s) {
      series::normalise(series[s], 1, std::span(scores).subspan(s * samples_, samples_));
    });
  });
  return scores;
}

std::vector<double> Trials::values_of(std::span<const double> scores, const match::Engine* engine, int threads) const {
  const auto series = series_of(scores, samples_);
  const match::Query query{series, 2, std::span(&kPair, 1), rule_of_trials()};
  entropy::Parameters parameters;
  parameters.m = 1;
  const entropy::TemplateNumbers templates{samples_, samples_ - 1, samples_, samples_ - 1, 0};
  std::vector<double> values(count());
  const match::Sink sink = [&](const match::PairCounts& counts) {
    values[counts.group] = entropy::evaluate(entropy::Measure::cross_apen, counts, templates, parameters).value;
  };
  Execution execution{threads, nullptr, "cpu"};
  if (engine == nullptr) {
    match::count(query, sink, execution);
  } else {
    with_threads(execution, [&] { engine->count(query, sink, nullptr); });
  }
  return values;
}

std::vector<double> Trials::algorithm_one(std::size_t first, int threads) const {
  std::vector<double> values(first);
  with_threads({threads}, [&] {
    parallel_for(first, nullptr, [&](std::size_t trial) {
      std::vector<double> x(samples_), y(samples_);
      series::normalise(u(trial), 1, x);
      series::normalise(v(trial), 1, y);
      values[trial] = baselines::cross_apen_merged(x, y, 1, kToleranceOfTrials);
    });
  });
  return values;
}

PublishedCrossApen Trials::published(device::Device& device, const char* variant) const {
  std::vector<std::pair<std::size_t, std::size_t>> tasks;
  for (std::size_t trial = 0; trial < count(); ++trial) tasks.emplace_back(2 * trial, 2 * trial + 1);
  return {device, variant, data_, samples_, tasks, kToleranceOfTrials};
}

std::unique_ptr<match::DeviceEngine> engine_for_trials(device::Device& device, std::size_t samples) {
  const std::vector<double> data(2 * samples);
  const auto series = series_of(data, samples);
  const match::Query query{series, 2, std::span(&kPair, 1), rule_of_trials()};
  const bool is_cuda = device.description().api == device::Api::cuda;
  auto shared = is_cuda ? match::device_shared_bits(device) : nullptr;
  return shared && shared->can(query) ? std::move(shared) : match::device_bits(device);
}

double greatest_difference(std::span<const double> a, std::span<const double> b) {
  if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
  double greatest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = std::abs(a[i] - b[i]);
    greatest = std::isnan(difference) ? std::numeric_limits<double>::infinity() : std::max(greatest, difference);
  }
  return greatest;
}

}  // namespace biotropy::bench
