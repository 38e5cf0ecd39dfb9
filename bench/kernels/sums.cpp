// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <random>

#include "biotropy/match/devices/device_fuzzy_internal.hpp"
#include "biotropy/sicamm/density/binned_density.hpp"
#include "biotropy/sicamm/density/class_densities.hpp"
#include "kernels/workload.hpp"
#include "sicamm/plan.hpp"

namespace biotropy::bench {

namespace {

// FuzzyEn of noise, m = 2: the sum at length 2, without pairs of neighbours; with them the processor sums it by itself.
struct FuzzyStudy {
  explicit FuzzyStudy(std::size_t n) {
    std::mt19937_64 generator(1);
    std::normal_distribution<double> normal;
    for (std::size_t i = 0; i < n; ++i) data.push_back(normal(generator));
    samples = data;
    query.query = {std::span(&samples, 1), 1, std::span(&pair, 1), {}};
    query.query.rule.lengths = {2};
    query.query.rule.r = 0.2;
    query.query.rule.templates = match::TemplateRule::common;
    query.query.rule.theiler = 1;
  }
  FuzzyStudy(const FuzzyStudy&) = delete;
  FuzzyStudy& operator=(const FuzzyStudy&) = delete;

  double sum_on(const std::vector<device::Device*>& devices) const {
    double sum = NAN;
    match::fuzzy_sums_on(devices, query, [&](const match::FuzzySums& sums) { sum = sums.lengths[0].total; }, {});
    return sum;
  }

  // Pairs in the windows of the templates.
  double pairs() const {
    const match::TemplateSet set(samples, query.query.rule);
    const match::FuzzyTemplates templates(samples, query.query.rule, set, 2, query.remove_local_mean);
    const match::FuzzyTask task(templates, templates, query, nullptr);
    double sum = 0.0;
    for (std::size_t row = 0; row < task.begins().size(); ++row) sum += task.ends()[row] - task.begins()[row];
    return sum;
  }

  std::vector<double> data;
  match::Samples samples;
  match::Pair pair;
  match::FuzzyQuery query;
};

void add_fuzzy(WatchedDevice& device, Size size, std::vector<Workload>& workloads) {
  constexpr double of_single = 2e-6;
  const bool doubles = device.description().has_doubles;
  const std::size_t n = size == Size::gpu ? 100000 : size == Size::smoke ? 1000 : 5000;
  const auto study = std::make_shared<const FuzzyStudy>(n);
  const auto is_right = [study, doubles, &device] {
    const double found = study->sum_on({&device}), right = study->sum_on({});
    return doubles ? found == right : std::abs(found - right) <= of_single * right;
  };
  workloads.push_back({fmt::format("fuzzy sum of {} samples, m = 2", n),
                       is_right,
                       [study, &device] { study->sum_on({&device}); },
                       {{"sum_runs", doubles ? "double, m = 2" : "single, m = 2", "pairs", study->pairs(), true}}});
}

// Bins that the sums of these signals take, in groups of eight as the device takes them.
double bins_of_sums(const sicamm::ClassDensities& densities, std::span<const double> signals) {
  double bins = 0.0;
  for (std::size_t k = 0; k < densities.classes(); ++k) {
    const std::vector<double> sources = densities.sources(signals, k);
    for (std::size_t j = 0; j < densities.components(); ++j) {
      const sicamm::BinnedDensity binned(paper_case().model.classes[k].sources[j]);
      constexpr std::size_t group = sicamm::BinnedDensity::kGroup;
      const auto middles = binned.middles().first(binned.middles().size() - group);
      for (std::size_t i = j; i < sources.size(); i += densities.components()) {
        double distance = std::numeric_limits<double>::infinity();
        for (const double middle : middles) distance = std::min(distance, std::abs(middle - sources[i]));
        if (distance > binned.near_enough()) continue;
        const auto near = [&](double middle) { return std::abs(middle - sources[i]) <= distance + binned.reach(); };
        const auto count = static_cast<std::size_t>(std::count_if(middles.begin(), middles.end(), near));
        const std::size_t rounded_up = (count + group - 1) / group * group;
        bins += static_cast<double>(rounded_up);
      }
    }
  }
  return bins;
}

void add_densities(WatchedDevice& device, sicamm::DensityMode mode, Size size, std::vector<Workload>& workloads) {
  const bool is_table = mode == sicamm::DensityMode::table;
  const std::size_t few = is_table ? 57000 : 2000;
  const std::size_t n = size == Size::gpu ? few : size == Size::smoke ? 2 : few / 100;
  const auto densities = std::make_shared<const sicamm::ClassDensities>(paper_case().model, mode);
  const auto signals = std::span(paper_case().signals).first(n * paper_case().channels);
  const auto found = [=](const std::vector<device::Device*>& where) {
    return densities->log_densities_on(where, signals);
  };
  constexpr double lanes = 8.0;
  const double densities_of_signal = static_cast<double>(densities->classes() * densities->components());
  const KernelWork work =
      is_table ? KernelWork{"sum_tables", "8 channels", "lanes", static_cast<double>(n) * densities_of_signal * lanes}
               : KernelWork{"sum_bins", "double", "bins", bins_of_sums(*densities, signals), true};
  workloads.push_back({fmt::format("densities of {} signals by {}", n, is_table ? "tables" : "sums"),
                       [=, &device] { return found({&device}) == found({}); },
                       [=, &device] { found({&device}); },
                       {work}});
}

}  // namespace

void add_sums(WatchedDevice& device, Size size, std::vector<Workload>& workloads) {
  add_fuzzy(device, size, workloads);
  if (!device.description().has_doubles) return;
  add_densities(device, sicamm::DensityMode::direct, size, workloads);
  add_densities(device, sicamm::DensityMode::table, size, workloads);
}

}  // namespace biotropy::bench
