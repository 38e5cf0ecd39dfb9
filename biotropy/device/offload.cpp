// SPDX-License-Identifier: Apache-2.0
#include "biotropy/device/offload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "biotropy/device/devices.hpp"

namespace biotropy::device {

double cycles_per_second(const Device& device) {
  constexpr double cycles_per_megahertz_second = 1e6;
  const Description& about = device.description();
  return std::max(1.0, about.megahertz * cycles_per_megahertz_second * about.units);
}

std::vector<Device*> devices_for(const Execution& execution, double host_seconds,
                                 const std::function<double(const Device&)>& seconds_on) {
  if (execution.device == "cpu") return {};
  if (execution.device != "auto") return find_all(execution.device);
  if (host_seconds < kSecondsWorthADevice) return {};
  return faster_than_processor(host_seconds, devices(), seconds_on);
}

std::vector<Device*> faster_than_processor(double host_seconds, std::span<Device* const> all,
                                           const std::function<double(const Device&)>& seconds_on) {
  Device* best = nullptr;
  double least = host_seconds;
  for (Device* device : all) {
    if (!device->description().is_gpu) continue;
    const double seconds = kStartSeconds + seconds_on(*device);
    if (seconds < least) {
      least = seconds;
      best = device;
    }
  }
  if (best == nullptr) return {};
  return with_helpers(*best, least, all, [&](Device& device) { return std::isfinite(seconds_on(device)); });
}

std::vector<Device*> with_helpers(Device& best, double seconds, std::span<Device* const> all,
                                  const std::function<bool(Device&)>& can) {
  std::vector<Device*> found{&best};
  if (seconds < 2.0 * kStartSeconds) return found;
  for (Device* device : all) {
    const Description& about = device->description();
    const bool helps = device != &best && about.is_gpu && about.api == best.description().api;
    if (helps && can(*device)) found.push_back(device);
  }
  return found;
}

std::vector<Device*> of_equal_bits(std::vector<Device*> devices, const Execution& execution) {
  if (devices.size() < 2) return devices;
  const auto others = std::stable_partition(devices.begin(), devices.end(),
                                            [](Device* device) { return device->description().has_doubles; });
  const auto first_left_out = others == devices.begin() ? others + 1 : others;
  for (auto left_out = first_left_out; left_out != devices.end(); ++left_out) {
    if (!execution.notify) break;
    execution.notify(
        warning("device_unused", fmt::format("{} has no double precision and does not share sums with {}",
                                             (*left_out)->description().name, devices.front()->description().name)));
  }
  devices.erase(first_left_out, devices.end());
  return devices;
}

bool is_failure(const Error& error) {
  using enum ErrorCode;
  return error.code() == device || error.code() == out_of_memory || error.code() == unsupported;
}

std::string failure_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    if (!is_failure(error)) throw;
    return error.what();
  }
  return {};
}

void warn_of_fallback(const Execution& execution, std::string_view reason, std::string_view done, std::size_t n_left,
                      std::size_t n, std::string_view items) {
  if (!execution.notify) return;
  execution.notify(warning("device_failed",
                           fmt::format("{}; the processor {} {} of {} {} instead", reason, done, n_left, n, items)));
}

Error wrong_result(const Device& device, std::string_view what) {
  const Description& about = device.description();
  return {ErrorCode::device, fmt::format("{} ({}) {} and is not used", about.name, about.model, what)};
}

std::size_t Batches::run(std::size_t left, const std::function<void(std::size_t)>& run) {
  for (;;) {
    const std::size_t count = std::min(size_, left);
    try {
      run(count);
      return count;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::out_of_memory || count <= 1) throw;
      size_ = count / 2;
    }
  }
}

}  // namespace biotropy::device
