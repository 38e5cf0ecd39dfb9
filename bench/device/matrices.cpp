// SPDX-License-Identifier: Apache-2.0
//
// Complete user tasks: the matrices of Martinez-Zarzuela et al. 2013 of a subject (148 channels, 49 epochs of 1024
// samples; ApEn needs logarithms of the counts per template, whose products come back from a device), fuzzy sums of one
// long series, and its ApEn, against the matrix form of Mullayanov et al. on the same device.
#include <benchmark/benchmark.h>

#include <cmath>
#include <random>

#include "biotropy/device/devices.hpp"
#include "biotropy/entropy/entropy.hpp"
#include "biotropy/entropy/pairwise.hpp"
#include "device/cases.hpp"
#include "device/published.hpp"

namespace biotropy::bench {

namespace {

std::vector<double> noise(std::size_t n) {
  std::mt19937_64 generator(1);
  std::normal_distribution<double> normal;
  std::vector<double> samples(n);
  for (double& value : samples) value = normal(generator);
  return samples;
}

struct Subject {
  std::size_t epochs, channels, samples = 1024;
  std::vector<double> data = noise(epochs * channels * samples);

  entropy::Pairwise matrices(const std::string& where) const {
    Execution execution;
    execution.device = where;
    entropy::Parameters parameters;
    parameters.m = 1;
    return entropy::pairwise({epochs, channels, samples, data}, entropy::Measure::cross_apen, parameters,
                             entropy::Keep::mean, execution);
  }
};

const Subject& subject() {
  static const Subject one{has_gpu() ? 49UL : 1UL, has_gpu() ? 148UL : 16UL};
  return one;
}

void subject_case(benchmark::State& state, const std::string& where) {
  static const entropy::Pairwise right = subject().matrices("cpu");
  if (subject().matrices(where).mean != right.mean) state.SkipWithError("matrices differ");
  for (auto _ : state) benchmark::DoNotOptimize(subject().matrices(where));
  const std::size_t pairs = subject().epochs * subject().channels * subject().channels;
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pairs));
}

const std::vector<double>& long_series() {
  static const std::vector<double> samples = noise(has_gpu() ? 100000 : 5000);
  return samples;
}

double fuzzy_entropy(const std::string& where) {
  Execution execution;
  execution.device = where;
  entropy::Parameters parameters;
  parameters.theiler = 1;  // without this the processor sums it, whatever the device
  return entropy::fuzzy_entropy(long_series(), parameters, execution).value;
}

void fuzzy_case(benchmark::State& state, const std::string& where, bool doubles) {
  constexpr double of_single = 1e-6;
  static const double right = fuzzy_entropy("cpu");
  const double found = fuzzy_entropy(where);
  if (doubles ? found != right : std::abs(found - right) > of_single) state.SkipWithError("entropies differ");
  for (auto _ : state) benchmark::DoNotOptimize(fuzzy_entropy(where));
}

const std::vector<double>& series_of_matrix_form() {
  static const std::vector<double> samples = noise(has_gpu() ? 10000 : 1000);
  return samples;
}

double approximate_entropy(const std::string& where) {
  entropy::Parameters parameters;
  parameters.r_unit = series::RUnit::absolute;
  return entropy::approximate_entropy(series_of_matrix_form(), parameters, {0, nullptr, where}).value;
}

void apen_case(benchmark::State& state, const std::string& where) {
  if (approximate_entropy(where) != approximate_entropy("cpu")) state.SkipWithError("entropies differ");
  for (auto _ : state) benchmark::DoNotOptimize(approximate_entropy(where));
}

void matrix_form_case(benchmark::State& state, device::Device* device) {
  constexpr double of_single = 1e-3;
  const entropy::Parameters parameters;
  const auto found = [&] {
    return published_matrix_form(*device, series_of_matrix_form(), parameters.m.value_or(2), parameters.r);
  };
  if (!(std::abs(found() - approximate_entropy("cpu")) <= of_single)) state.SkipWithError("entropies differ");
  for (auto _ : state) benchmark::DoNotOptimize(found());
}

}  // namespace

void add_matrices(std::vector<Ratio>& ratios) {
  add("processor, matrices", subject_case, "cpu");
  add("processor, fuzzy", fuzzy_case, "cpu", true);
  for (device::Device* device : device::devices()) {
    const device::Description& about = device->description();
    const double least = about.is_gpu ? 1.0 : 0.0;
    add("matrices, " + about.name, subject_case, about.name);
    add("fuzzy, " + about.name, fuzzy_case, about.name, about.has_doubles);
    add("ApEn, " + about.name, apen_case, about.name);
    add("Mullayanov et al., " + about.name, matrix_form_case, device);
    ratios.push_back({"ApEn, " + about.name, "Mullayanov et al., " + about.name, 20.0 * least, Clock::wall});
    ratios.push_back({"matrices, " + about.name, "processor, matrices", least, Clock::wall});
    ratios.push_back(
        {"matrices, " + about.name, "Martinez-Zarzuela et al. 2013 shifted, " + about.name, 15.0 * least, Clock::wall});
    ratios.push_back({"fuzzy, " + about.name, "processor, fuzzy", least, Clock::wall});
  }
}

}  // namespace biotropy::bench
