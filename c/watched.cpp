// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <future>
#include <mutex>
#include <utility>

#include "c/run.hpp"

namespace biotropy::c {

namespace {

constexpr std::chrono::milliseconds kWatchInterval(50);

// The latest progress of the working thread, read by the caller's.
class LatestProgress {
 public:
  void put(std::uint64_t done, std::uint64_t total) {
    const std::lock_guard lock(mutex_);
    latest_ = {done, total};
  }

  std::pair<std::uint64_t, std::uint64_t> get() {
    const std::lock_guard lock(mutex_);
    return latest_;
  }

 private:
  std::mutex mutex_;
  std::pair<std::uint64_t, std::uint64_t> latest_{0, 0};
};

}  // namespace

void Run::watched(const Execution& execution, const Work& work) const {
  CancelFlag cancel;
  LatestProgress latest;
  Execution cancellable = execution;
  cancellable.cancel = &cancel;
  auto finished = std::async(std::launch::async, [&] {
    work(cancellable, [&](std::uint64_t done, std::uint64_t total) { latest.put(done, total); });
  });
  // The callback is asked at least once, and not again after it has said no.
  do {
    if (cancel.cancelled()) continue;
    const auto [done, total] = latest.get();
    try {
      if (options_->watch(options_->watch_context, done, total) != 0) cancel.cancel();
    } catch (...) {  // of a caller in C++; the work has to end before this function does
      cancel.cancel();
      throw;
    }
  } while (finished.wait_for(kWatchInterval) == std::future_status::timeout);
  finished.get();
  cancel.check();  // work that ended before it saw the flag
}

}  // namespace biotropy::c
