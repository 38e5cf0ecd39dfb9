// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/density/class_densities.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include "biotropy/device/offload.hpp"
#include "biotropy/device/shared_work.hpp"
#include "biotropy/error.hpp"
#include "biotropy/sicamm/density/class_densities_internal.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/sicamm/density/class_densities.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

#include "biotropy/sicamm/density/class_densities-inl.hpp"

#if HWY_ONCE

namespace biotropy::sicamm {

HWY_EXPORT(Unmix);
HWY_EXPORT(SumOfTables);

namespace {

std::size_t padded(std::size_t components) {
  return (components + kComponentGroup - 1) / kComponentGroup * kComponentGroup;
}

}  // namespace

ClassDensities::~ClassDensities() = default;

// Copies on devices refer to the address of the densities, so they are rebuilt after a move.
ClassDensities::ClassDensities(ClassDensities&& other) noexcept
    : channels_(other.channels_),
      components_(other.components_),
      padded_(other.padded_),
      n_classes_(other.n_classes_),
      mode_(other.mode_),
      classes_(std::move(other.classes_)),
      on_devices_(std::move(other.on_devices_)) {
  if (on_devices_) on_devices_->made.clear();
}

ClassDensities& ClassDensities::operator=(ClassDensities&& other) noexcept {
  channels_ = other.channels_;
  components_ = other.components_;
  padded_ = other.padded_;
  n_classes_ = other.n_classes_;
  mode_ = other.mode_;
  classes_ = std::move(other.classes_);
  on_devices_ = std::move(other.on_devices_);
  if (on_devices_) on_devices_->made.clear();
  return *this;
}

ClassDensities::ClassDensities(const Model& model, DensityMode mode, const Execution& execution)
    : mode_(mode), on_devices_(std::make_unique<OnDevices>()) {
  validate(model);
  channels_ = model.channels.size();
  components_ = model.rank();
  padded_ = padded(components_);
  n_classes_ = model.classes.size();
  for (const ClassModel& source : model.classes) {
    OneClass& one = classes_.emplace_back();
    one.bias = source.bias;
    one.unmixing.resize(channels_ * padded_);
    for (std::size_t component = 0; component < components_; ++component) {
      for (std::size_t channel = 0; channel < channels_; ++channel) {
        one.unmixing[channel * padded_ + component] = source.unmixing[component * channels_ + channel];
      }
    }
    one.log_determinant = log_abs_determinant(completed_unmixing(model, source), channels_) + source.offset;
    one.densities = source.sources;
  }
  if (mode == DensityMode::direct) {
    make_of_every_density(&OneClass::binned, execution);
    return;
  }
  make_of_every_density(&OneClass::tables, execution);
  for (OneClass& one : classes_) {
    for (std::size_t j = 0; j < components_; ++j) {
      one.low.push_back(one.tables[j].low());
      one.pieces_per_unit.push_back(one.tables[j].pieces_per_unit());
      one.pieces.push_back(static_cast<double>(one.tables[j].central_pieces()));
    }
    for (auto* values : {&one.low, &one.pieces_per_unit, &one.pieces}) values->resize(padded_);
  }
}

template <typename Made>
void ClassDensities::make_of_every_density(std::vector<Made> OneClass::*member, const Execution& execution) {
  std::vector<std::unique_ptr<Made>> made(n_classes_ * components_);
  with_threads(execution, [&] {
    parallel_for(made.size(), execution.cancel, [&](std::size_t i) {
      made[i] = std::make_unique<Made>(classes_[i / components_].densities[i % components_]);
    });
  });
  for (std::size_t i = 0; i < made.size(); ++i) (classes_[i / components_].*member).push_back(std::move(*made[i]));
}

ClassDensities::Workspace::Workspace(const ClassDensities& densities, std::size_t block)
    : block_(block),
      centred_(block * densities.channels_),
      sources_(block * densities.padded_),
      cells_(densities.padded_),
      positions_(densities.padded_) {}

const ClassDensities::OneClass& ClassDensities::of_class(std::size_t which) const {
  return classes_.at(which);
}

double ClassDensities::log_determinant(std::size_t which) const {
  return classes_.at(which).log_determinant;
}

void ClassDensities::check(std::span<const double> samples) const {
  if (samples.size() % channels_ != 0) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("{} numbers are no samples of {} channels", samples.size(), channels_));
  }
}

double ClassDensities::log_density(const OneClass& one, const double* sources, Workspace& workspace) const {
  double sum = 0.0;
  if (mode_ == DensityMode::direct) {
    for (std::size_t j = 0; j < components_; ++j) sum += one.binned[j].log_density(sources[j]);
    return sum + one.log_determinant;
  }
  const TableJob job{sources,
                     components_,
                     padded_,
                     one.low.data(),
                     one.pieces_per_unit.data(),
                     one.pieces.data(),
                     one.tables.data(),
                     workspace.cells_.data(),
                     workspace.positions_.data()};
  sum = HWY_DYNAMIC_DISPATCH(SumOfTables)(job);
  if (std::isnan(sum)) {
    sum = 0.0;
    for (std::size_t j = 0; j < components_; ++j) sum += one.tables[j].log_density(sources[j]);
  }
  return sum + one.log_determinant;
}

void ClassDensities::log_densities(std::span<const double> samples, std::span<double> result,
                                   Workspace& workspace) const {
  const std::size_t n = samples.size() / channels_;
  for (std::size_t k = 0; k < n_classes_; ++k) {
    const OneClass& one = classes_[k];
    for (std::size_t i = 0; i < n * channels_; i += channels_) {
      for (std::size_t c = 0; c < channels_; ++c) workspace.centred_[i + c] = samples[i + c] - one.bias[c];
    }
    HWY_DYNAMIC_DISPATCH(Unmix)
    ({workspace.centred_.data(), n, channels_, padded_, one.unmixing.data(), workspace.sources_.data()});
    for (std::size_t i = 0; i < n; ++i) {
      const auto sample = samples.subspan(i * channels_, channels_);
      const bool finite = std::all_of(sample.begin(), sample.end(), [](double x) { return std::isfinite(x); });
      result[i * n_classes_ + k] = finite ? log_density(one, workspace.sources_.data() + i * padded_, workspace)
                                          : std::numeric_limits<double>::quiet_NaN();
    }
  }
}

std::vector<ClassDensities::Stretch> ClassDensities::try_devices(const std::vector<device::Device*>& devices,
                                                                 std::span<const double> samples,
                                                                 std::span<double> result,
                                                                 const Execution& execution) const {
  const std::size_t n = samples.size() / channels_;
  std::vector<Stretch> parts;
  std::size_t first = 0;
  for (const std::size_t count : device::part_sizes(n, devices.size())) {
    parts.push_back({first, count});
    first += count;
  }
  device::SharedWork<Stretch> shared(parts);
  std::vector<std::size_t> done(devices.size());
  shared.run(
      devices.size(),
      [&](std::size_t device, const Stretch& part) {
        done[device] = 0;
        on_devices_->on(*devices[device], *this)
            .log_densities(samples.subspan(part.first * channels_, part.count * channels_),
                           result.subspan(part.first * n_classes_, part.count * n_classes_), done[device],
                           execution.cancel);
      },
      [&](std::size_t device, const Stretch& part) -> std::vector<Stretch> {
        return {{part.first + done[device], part.count - done[device]}};
      });
  if (shared.failures().empty()) return {};
  std::size_t n_left = 0;
  for (const Stretch& part : shared.left()) n_left += part.count;
  const std::string reason = fmt::format("{}", fmt::join(shared.failures(), "; "));
  if (!shared.left().empty()) {
    device::warn_of_fallback(execution, reason, "made the densities of", n_left, n, "samples");
  } else if (execution.notify) {
    execution.notify(warning("device_failed", reason + "; the other devices made the densities of the rest"));
  }
  return {shared.left().begin(), shared.left().end()};
}

std::vector<double> ClassDensities::log_densities(std::span<const double> samples, std::size_t block,
                                                  const Execution& execution) const {
  std::vector<device::Device*> devices;
  with_threads(execution, [&] { devices = devices_for(*this, samples.size() / channels_, execution); });
  return log_densities_on(devices, samples, block, execution);
}

std::vector<double> ClassDensities::log_densities_on(const std::vector<device::Device*>& devices,
                                                     std::span<const double> samples, std::size_t block,
                                                     const Execution& execution) const {
  check(samples);
  if (block == 0) throw Error::argument("block", "0", "an integer of at least 1");
  const std::size_t n = samples.size() / channels_;
  std::vector<double> result(n * n_classes_);
  with_threads(execution, [&] {
    std::vector<Stretch> left{{0, n}};
    if (!devices.empty()) {
      left = try_devices(device::of_equal_bits(devices, execution), samples, result, execution);
    }
    for (const Stretch& part : left) {
      parallel_for((part.count + block - 1) / block, execution.cancel, [&](std::size_t index) {
        const std::size_t begin = part.first + index * block;
        const std::size_t count = std::min(block, part.first + part.count - begin);
        Workspace workspace(*this, count);
        log_densities(samples.subspan(begin * channels_, count * channels_),
                      std::span(result).subspan(begin * n_classes_, count * n_classes_), workspace);
      });
    }
  });
  return result;
}

void ClassDensities::sources(std::span<const double> sample, std::size_t which, std::span<double> result,
                             Workspace& workspace) const {
  const OneClass& one = classes_[which];
  for (std::size_t c = 0; c < channels_; ++c) workspace.centred_[c] = sample[c] - one.bias[c];
  HWY_DYNAMIC_DISPATCH(Unmix)
  ({workspace.centred_.data(), 1, channels_, padded_, one.unmixing.data(), workspace.sources_.data()});
  std::copy_n(workspace.sources_.begin(), components_, result.begin());
}

std::vector<double> ClassDensities::sources(std::span<const double> samples, std::size_t which) const {
  check(samples);
  if (which >= classes_.size()) {
    throw Error::argument("class", fmt::format("{}", which), fmt::format("an integer below {}", classes_.size()));
  }
  const std::size_t n = samples.size() / channels_;
  std::vector<double> result(n * components_);
  Workspace workspace(*this);
  for (std::size_t i = 0; i < n; ++i) {
    sources(samples.subspan(i * channels_, channels_), which, std::span(result).subspan(i * components_, components_),
            workspace);
  }
  return result;
}

}  // namespace biotropy::sicamm

#endif  // HWY_ONCE
