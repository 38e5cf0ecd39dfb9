// SPDX-License-Identifier: Apache-2.0
//
// Log densities of the model of Garcia-Molla et al. 2019 (19 channels, two classes, some thirty thousand points in each
// density): direct sums on devices, against one core and against the kernels of that paper on the same device, and
// tables.
#include <benchmark/benchmark.h>

#include <cmath>

#include "biotropy/device/devices.hpp"
#include "biotropy/sicamm/density/class_densities.hpp"
#include "device/cases.hpp"
#include "sicamm/plan.hpp"

namespace biotropy::bench {

extern const char* const density_kernels_c;

namespace {

using sicamm::ClassDensities;
using sicamm::DensityMode;

std::size_t n_signals() {
  return has_gpu() ? 2000 : 20;
}

std::span<const double> signals() {
  return std::span(paper_case().signals).first(n_signals() * paper_case().channels);
}

const ClassDensities& densities(DensityMode mode) {
  static const ClassDensities direct(paper_case().model, DensityMode::direct), table(paper_case().model);
  return mode == DensityMode::direct ? direct : table;
}

void density_case(benchmark::State& state, DensityMode mode, device::Device* device) {
  const Execution one_core{1, nullptr, "cpu"};
  std::vector<device::Device*> devices;
  if (device != nullptr) devices.push_back(device);
  const auto found = [&] {
    return densities(mode).log_densities_on(devices, signals(), 256, devices.empty() ? one_core : Execution());
  };
  static const std::vector<double> right[] = {densities(DensityMode::table).log_densities(signals(), 256, one_core),
                                              densities(DensityMode::direct).log_densities(signals(), 256, one_core)};
  if (found() != right[mode == DensityMode::direct ? 1 : 0]) state.SkipWithError("densities differ");
  for (auto _ : state) benchmark::DoNotOptimize(found());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(n_signals()));
}

// Device part of Algorithm 4 for the signals of a block, whose sources come from the processor: a density for each
// component and signal, and their product.
class PublishedDensities {
 public:
  explicit PublishedDensities(device::Device& device)
      : device_(device), program_(device.program({"density_kernels", density_kernels_c, {{"BLOCK", kBlock}}})) {
    for (std::size_t k = 0; k < kClasses; ++k) {
      const sicamm::ClassModel& one = paper_case().model.classes[k];
      std::vector<double> points, bandwidths;
      for (const sicamm::KernelDensity& density : one.sources) {
        points.insert(points.end(), density.points().begin(), density.points().end());
        bandwidths.push_back(density.bandwidth());
      }
      n_[k] = static_cast<std::uint32_t>(one.sources[0].points().size());
      points_[k] = std::make_unique<Doubles>(device, points);
      bandwidths_[k] = std::make_unique<Doubles>(device, bandwidths);
      device.finish();
    }
  }

  // [class][signal]: factors of |det W|.
  std::vector<std::vector<double>> run() {
    device::Entry<Doubles, std::uint32_t, Doubles, Doubles, std::uint32_t, Doubles> density(device_, *program_,
                                                                                            "density_block");
    device::Entry<Doubles, std::uint32_t, std::uint32_t, Doubles> product(device_, *program_, "product_reduction");
    const std::size_t m = paper_case().channels, n = n_signals();
    std::vector<std::vector<double>> result(kClasses);
    for (std::size_t first = 0; first < n; first += kSignals) {
      const std::size_t count = std::min(kSignals, n - first);
      const auto block = signals().subspan(first * m, count * m);
      for (std::size_t k = 0; k < kClasses; ++k) {
        const std::vector<double> sources = densities(DensityMode::direct).sources(block, k);
        const Doubles there(device_, sources), out(device_, sources.size()), ps(device_, count);
        density({count * m, kBlock}, *points_[k], n_[k], there, *bandwidths_[k], static_cast<std::uint32_t>(m), out);
        product({count, kBlock}, out, static_cast<std::uint32_t>(m), static_cast<std::uint32_t>(count), ps);
        const std::vector<double> found = ps.read();
        result[k].insert(result[k].end(), found.begin(), found.end());
      }
    }
    return result;
  }

  bool is_right() {
    // Below the second number, the product may underflow.
    constexpr double agreement = 1e-9, smallest_logarithm = -700.0;
    const auto found = run();
    const auto right = densities(DensityMode::direct).log_densities(signals(), 256, {0, nullptr, "cpu"});
    bool compared = false;
    for (std::size_t i = 0; i < right.size(); ++i) {
      const std::size_t k = i % kClasses;
      const double log_determinant = densities(DensityMode::direct).log_determinant(k);
      const double product = found[k][i / kClasses];
      if (product == 0.0) {
        if (right[i] - log_determinant > smallest_logarithm) return false;
        continue;
      }
      const double logarithm = std::log(product) + log_determinant;
      if (!(std::abs(logarithm - right[i]) <= agreement * std::abs(right[i]))) return false;
      compared = true;
    }
    return compared;
  }

 private:
  using Doubles = device::Array<double>;
  static constexpr std::uint32_t kBlock = 512;  // threads, as in the paper
  static constexpr std::size_t kSignals = 100;  // per block, B_size
  static constexpr std::size_t kClasses = 2;

  device::Device& device_;
  std::shared_ptr<const device::Program> program_;
  std::unique_ptr<Doubles> points_[kClasses], bandwidths_[kClasses];
  std::uint32_t n_[kClasses] = {};
};

void published_density_case(benchmark::State& state, device::Device* device) {
  PublishedDensities published(*device);
  if (!published.is_right()) state.SkipWithError("densities differ");
  for (auto _ : state) benchmark::DoNotOptimize(published.run());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(n_signals()));
}

}  // namespace

void add_densities(std::vector<Ratio>& ratios) {
  add("one core, direct densities", density_case, DensityMode::direct, nullptr);
  add("one core, tables", density_case, DensityMode::table, nullptr);
  for (device::Device* device : device::devices()) {
    const device::Description& about = device->description();
    if (!about.has_doubles || about.largest_group < 512) continue;
    const double gpu = about.is_gpu ? 1.0 : 0.0;
    add("Garcia-Molla et al. 2019, " + about.name, published_density_case, device);
    add("direct densities, " + about.name, density_case, DensityMode::direct, device);
    add("tables, " + about.name, density_case, DensityMode::table, device);
    ratios.push_back({"direct densities, " + about.name, "one core, direct densities", 50.0 * gpu, Clock::wall});
    ratios.push_back({"direct densities, " + about.name, "Garcia-Molla et al. 2019, " + about.name, gpu, Clock::wall});
    ratios.push_back({"tables, " + about.name, "one core, tables", gpu, Clock::wall});
  }
}

}  // namespace biotropy::bench
