// SPDX-License-Identifier: Apache-2.0
#include "interruptible.hpp"

#include <chrono>
#include <cpp11/function.hpp>
#include <exception>
#include <future>
#include <mutex>
#include <string>
#include <vector>

#include "values.hpp"

namespace biotropy::r {

namespace {

constexpr double kShortWork = 0.02;  // seconds
constexpr std::chrono::milliseconds kCheckInterval(50);

void run_watched(Execution execution, const std::function<void(const Execution&)>& work) {
  CancelFlag cancel;
  execution.cancel = &cancel;
  auto finished = std::async(std::launch::async, [&] { work(execution); });
  try {
    while (finished.wait_for(kCheckInterval) == std::future_status::timeout) cpp11::check_user_interrupt();
  } catch (...) {
    // The work uses local variables of this function, so it must end first.
    cancel.cancel();
    finished.wait();
    throw;
  }
  finished.get();
}

}  // namespace

void run_interruptibly(Execution execution, double seconds, const std::function<void(const Execution&)>& work) {
  std::mutex adding;
  Notices notices;  // of all threads, which R's thread issues
  execution.notify = [&](const Notice& notice) {
    const std::lock_guard lock(adding);
    notices.push_back(notice);
  };
  if (seconds > kShortWork) {
    run_watched(std::move(execution), work);
  } else {
    work(execution);
  }
  issue(notices);
}

void issue(const Notices& notices) {
  if (!notices.empty()) cpp11::package("biotropy")["issue"](to_r(notices));
}

}  // namespace biotropy::r
