// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/density/device_densities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "biotropy/device/offload.hpp"
#include "biotropy/error.hpp"
#include "biotropy/sicamm/density/class_densities_internal.hpp"
#include "biotropy/sicamm/density/device_method_internal.hpp"

namespace biotropy::sicamm {

namespace {

// A batch takes at most this part of the device memory, and no more than keeps the device busy.
constexpr std::size_t kPartOfMemory = 4;
constexpr std::size_t kLargestBatch = std::size_t{256} << 20;
// Kernels summed in one launch, per compute unit: some hundredths of a second, so that it can be cancelled.
constexpr double kKernelsPerUnit = 1 << 26;

// Work of one sample, in kernels: tables and bins count as some for each component; single precision sums all points.
double kernels_of_sample(const ClassDensities& densities, bool has_doubles) {
  constexpr double of_table = 4.0, of_bins = 200.0;
  if (has_doubles) {
    const double of_density = densities.mode() == DensityMode::direct ? of_bins : of_table;
    return of_density * static_cast<double>(densities.classes() * densities.components());
  }
  double kernels = 0.0;
  for (std::size_t k = 0; k < densities.classes(); ++k) {
    for (const KernelDensity& density : densities.of_class(k).densities) {
      kernels += static_cast<double>(density.points().size());
    }
  }
  return kernels;
}

// Computes on the processor the values that the device left as NaN.
void fill_in(const ClassDensities& densities, std::span<const double> samples, std::span<double> result) {
  const std::size_t m = densities.channels(), classes = densities.classes();
  parallel_for(samples.size() / m, nullptr, [&](std::size_t i) {
    const auto of_sample = result.subspan(i * classes, classes);
    if (std::none_of(of_sample.begin(), of_sample.end(), [](double value) { return std::isnan(value); })) return;
    ClassDensities::Workspace workspace(densities);
    densities.log_densities(samples.subspan(i * m, m), of_sample, workspace);
  });
}

bool agree(double found, double right, double tolerance) {
  if (std::isinf(right)) return found == right;
  return std::abs(found - right) <= tolerance * std::max(1.0, std::abs(right));
}

}  // namespace

DeviceDensities::DeviceDensities(device::Device& device, const ClassDensities& densities)
    : device_(device), densities_(densities) {
  if (device.description().has_doubles) {
    method_ = double_method(device, densities);
  } else if (densities.mode() == DensityMode::direct) {
    method_ = single_method(device, densities);
  } else {
    throw Error(ErrorCode::unsupported, fmt::format("{} ({}) has no double precision, which tables of densities need",
                                                    device.description().name, device.description().model));
  }
}

DeviceDensities::~DeviceDensities() = default;

std::size_t DeviceDensities::batch_size() const {
  const device::Description& limits = device_.description();
  const auto memory =
      std::min<std::uint64_t>({kLargestBatch, device_.free_memory() / kPartOfMemory, limits.largest_buffer});
  const double by_work = kKernelsPerUnit * limits.units / kernels_of_sample(densities_, limits.has_doubles);
  const std::uint64_t by_memory = memory / method_->bytes_of_sample();
  return static_cast<std::size_t>(std::max(1.0, std::min(static_cast<double>(by_memory), by_work)));
}

// Compares the first samples of a batch that have a value from the device with the processor. Runs before fill_in(), so
// that only values of the device are tested.
void DeviceDensities::self_test(std::span<const double> samples, std::span<const double> found) {
  constexpr std::size_t n_asked = 16;
  const std::size_t m = densities_.channels(), classes = densities_.classes();
  const double tolerance = method_->tolerance() * static_cast<double>(m);
  ClassDensities::Workspace workspace(densities_);
  std::vector<double> right(classes);
  std::size_t asked = 0;
  for (std::size_t i = 0; i < samples.size() / m && asked < n_asked; ++i) {
    const auto said = found.subspan(i * classes, classes);
    if (std::all_of(said.begin(), said.end(), [](double value) { return std::isnan(value); })) continue;
    ++asked;
    densities_.log_densities(samples.subspan(i * m, m), right, workspace);
    for (std::size_t k = 0; k < classes; ++k) {
      if (std::isnan(said[k]) || agree(said[k], right[k], tolerance)) continue;
      throw device::wrong_result(device_, "finds wrong densities");
    }
  }
  tested_ = asked > 0;
}

void DeviceDensities::log_densities(std::span<const double> samples, std::span<double> result, std::size_t& done,
                                    const CancelFlag* cancel) {
  const std::lock_guard lock(using_);
  const std::size_t m = densities_.channels(), classes = densities_.classes(), n = samples.size() / m;
  done = 0;
  for (device::Batches batches(batch_size()); done < n;) {
    if (cancel != nullptr) cancel->check();
    const std::size_t count = batches.run(n - done, [&](std::size_t size) {
      method_->log_densities(samples.subspan(done * m, size * m), result.subspan(done * classes, size * classes));
    });
    const auto batch = samples.subspan(done * m, count * m);
    const auto found = result.subspan(done * classes, count * classes);
    if (!tested_) self_test(batch, found);
    fill_in(densities_, batch, found);
    done += count;
  }
}

std::vector<device::Device*> devices_for(const ClassDensities& densities, std::size_t samples,
                                         const Execution& execution) {
  constexpr double host_seconds_per_kernel = 0.7e-9;  // of one core
  constexpr double kernels_per_cycle = 1.0;
  const double kernels = kernels_of_sample(densities, true) * static_cast<double>(samples);
  const std::size_t values = densities.channels() + 2 * densities.classes() * densities.components();
  const double bytes = static_cast<double>(samples * values * sizeof(double));
  const double on_host = kernels * host_seconds_per_kernel / surrounding_threads();
  return device::devices_for(execution, on_host, [&](const device::Device& gpu) {
    if (!gpu.description().has_doubles) return std::numeric_limits<double>::infinity();
    return bytes / device::kBytesPerSecond + kernels / (kernels_per_cycle * device::cycles_per_second(gpu));
  });
}

}  // namespace biotropy::sicamm
