// SPDX-License-Identifier: Apache-2.0
#include "c/run.hpp"

#include <chrono>
#include <future>
#include <limits>
#include <mutex>
#include <utility>

#include "biotropy/prepare/padding.hpp"

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

Run::Run(const biotropy_options* options, GivenOptions& given, bool measures) : options_(options) {
  constexpr const char* kAllowed = "an integer of at least 0";
  if (const auto threads = given.whole("threads", kAllowed)) {
    if (*threads < 0 || *threads > std::numeric_limits<int>::max()) {
      throw Error::argument("threads", std::to_string(*threads), kAllowed);
    }
    execution_.threads = static_cast<int>(*threads);
  }
  if (!measures) return;
  if (auto device = given.text("device", "the name of a device")) execution_.device = std::move(*device);
}

void Run::notify(const Notices& notices) const {
  if (options_ == nullptr || options_->notify == nullptr) return;
  for (const Notice& one : notices) {
    options_->notify(options_->notify_context, static_cast<int>(one.level), one.code.c_str(), one.text.c_str());
  }
}

void Run::operator()(const Work& work) const {
  std::mutex adding;
  Notices notices;
  Execution execution = execution_;
  execution.notify = [&](const Notice& notice) {
    const std::lock_guard lock(adding);
    notices.push_back(notice);
  };
  if (options_ != nullptr && options_->watch != nullptr) {
    watched(execution, work);
  } else {
    work(execution, {});
  }
  notify(notices);
}

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

void warn_of_padding(const Run& run, const series::EpochView& epochs, const std::string& name) {
  if (const auto found = prepare::padding_notice(epochs, name)) run.notify({*found});
}

}  // namespace biotropy::c
