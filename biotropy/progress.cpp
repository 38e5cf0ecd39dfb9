// SPDX-License-Identifier: Apache-2.0
#include "biotropy/progress.hpp"

#include <utility>

namespace biotropy {

namespace {
constexpr auto kInterval = std::chrono::milliseconds(50);
}

ProgressMeter::ProgressMeter(ProgressCallback callback, std::uint64_t total)
    : callback_(std::move(callback)), total_(total), next_call_(Clock::now()) {}

void ProgressMeter::add(std::uint64_t units) {
  if (!callback_) return;
  const std::uint64_t done = done_.fetch_add(units) + units;
  if (done >= total_) {
    const std::lock_guard lock(calling_);
    callback_(total_, total_);
    return;
  }
  // If another thread is calling, this one continues its work.
  const std::unique_lock lock(calling_, std::try_to_lock);
  if (!lock.owns_lock() || Clock::now() < next_call_) return;
  next_call_ = Clock::now() + kInterval;
  callback_(done_.load(), total_);
}

}  // namespace biotropy
