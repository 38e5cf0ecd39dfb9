// SPDX-License-Identifier: Apache-2.0
#include "python/bindings/interruptible.hpp"

#include <chrono>
#include <exception>
#include <future>
#include <mutex>
#include <optional>
#include <utility>

#include "python/bindings/arrays.hpp"

namespace biotropy::python {

namespace {

constexpr double kShortWork = 0.02;  // seconds
constexpr std::chrono::milliseconds kCheckInterval(50);

// The latest progress of the working thread, read by the calling thread.
class Reports {
 public:
  void put(std::uint64_t done, std::uint64_t total) {
    const std::lock_guard lock(mutex_);
    newest_ = {done, total};
  }

  std::optional<std::pair<std::uint64_t, std::uint64_t>> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(newest_, std::nullopt);
  }

 private:
  std::mutex mutex_;
  std::optional<std::pair<std::uint64_t, std::uint64_t>> newest_;
};

void run_watched(const Execution& where, const nb::object& progress, const std::function<void(const Job&)>& work) {
  CancelFlag cancel;
  Reports reports;
  Job job{where, {}};
  job.execution.cancel = &cancel;
  if (!progress.is_none()) job.progress = [&](std::uint64_t done, std::uint64_t total) { reports.put(done, total); };
  auto finished = std::async(std::launch::async, [&] { work(job); });
  std::exception_ptr raised;  // by a signal handler or by the callback
  const auto check = [&] {
    const nb::gil_scoped_acquire locked;
    if (raised != nullptr) return;
    try {
      if (PyErr_CheckSignals() != 0) nb::raise_python_error();
      if (const auto report = reports.take()) progress(report->first, report->second);
    } catch (...) {
      raised = std::current_exception();
      cancel.cancel();
    }
  };
  {
    const nb::gil_scoped_release unlocked;
    while (finished.wait_for(kCheckInterval) == std::future_status::timeout) check();
    check();
  }
  if (raised != nullptr) {
    finished.wait();
    std::rethrow_exception(raised);
  }
  finished.get();
}

}  // namespace

void run_interruptibly(const Execution& where, double seconds, const nb::object& progress,
                       const std::function<void(const Job&)>& work) {
  std::mutex adding;
  Notices notices;  // of all threads
  Execution execution = where;
  execution.notify = [&](const Notice& notice) {
    const std::lock_guard lock(adding);
    notices.push_back(notice);
  };
  if (seconds > kShortWork || !progress.is_none()) {
    run_watched(execution, progress, work);
  } else {
    const nb::gil_scoped_release unlocked;
    work({execution, {}});
  }
  if (!notices.empty()) nb::module_::import_("biotropy._warn").attr("issue")(to_list(notices));
}

}  // namespace biotropy::python
