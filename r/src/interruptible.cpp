// SPDX-License-Identifier: Apache-2.0
#include "interruptible.hpp"

#include <chrono>
#include <exception>
#include <future>
#include <mutex>
#include <string>
#include <vector>

namespace biotropy::r {

namespace {

constexpr double kShortWork = 0.02;  // seconds
constexpr std::chrono::milliseconds kCheckInterval(50);

// Collects warnings of all threads, which R's thread issues.
class Warnings {
 public:
  void put(const std::string& text) {
    const std::lock_guard lock(mutex_);
    texts_.push_back(text);
  }

  void pass_on() const {
    for (const std::string& text : texts_) cpp11::safe[Rf_warningcall](R_NilValue, "%s", text.c_str());
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> texts_;
};

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
  Warnings warnings;
  execution.warn = [&](const std::string& text) { warnings.put(text); };
  if (seconds > kShortWork) {
    run_watched(std::move(execution), work);
  } else {
    work(execution);
  }
  warnings.pass_on();
}

void for_each_interruptibly(Execution execution, double seconds, std::size_t n,
                            const std::function<void(std::size_t j, const Execution&)>& body) {
  run_interruptibly(std::move(execution), seconds, [&](const Execution& running) {
    with_threads(running, [&] { parallel_for(n, running.cancel, [&](std::size_t j) { body(j, running); }); });
  });
}

}  // namespace biotropy::r
