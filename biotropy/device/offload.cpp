// SPDX-License-Identifier: Apache-2.0
#include "biotropy/device/offload.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "biotropy/device/devices.hpp"

namespace biotropy::device {

double cycles_per_second(const Device& device) {
  constexpr double cycles_per_megahertz_second = 1e6;
  const Description& about = device.description();
  return std::max(1.0, about.megahertz * cycles_per_megahertz_second * about.units);
}

Device* fastest(const Execution& execution, double host_seconds,
                const std::function<double(const Device&)>& seconds_on) {
  if (execution.device == "cpu") return nullptr;
  if (execution.device != "auto") return &find(execution.device);
  if (host_seconds < kSecondsWorthADevice) return nullptr;
  Device* best = nullptr;
  double least = host_seconds;
  for (Device* device : devices()) {
    if (!device->description().is_gpu) continue;
    const double seconds = kStartSeconds + seconds_on(*device);
    if (seconds < least) {
      least = seconds;
      best = device;
    }
  }
  return best;
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
  if (!execution.warn) return;
  execution.warn(fmt::format("{}; the processor {} {} of {} {} instead", reason, done, n_left, n, items));
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
