// SPDX-License-Identifier: Apache-2.0
//
// Runs long work without the interpreter's lock, such that Ctrl-C can stop it. Python's main thread handles signals
// only while it runs Python code, so long work runs on another thread while the calling thread checks for signals
// twenty times a second. Short work runs in the calling thread, as starting a thread would take longer.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <optional>
#include <string>

#include "biotropy/progress.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::python {

namespace nb = nanobind;

/// Threads and device of a call. @param device nullopt: "auto".
inline Execution execution_of(int n_jobs, const std::optional<std::string>& device = std::nullopt) {
  Execution execution;
  execution.threads = n_jobs;
  if (device) execution.device = *device;
  return execution;
}

/// Arguments of the work.
struct Job {
  Execution execution;
  ProgressCallback progress;
};

/// The result of work that cannot be stopped, and that has no notices of its own.
template <typename Work>
auto without_lock(const Work& work) {
  const nb::gil_scoped_release released;
  return work();
}

/// Issues the notices of the work. @param where threads (0: all) and device. @param seconds estimated time of the work
/// on one thread.
/// @param progress called as progress(done, total), or None.
/// @throws what the work or a signal handler throws.
void run_interruptibly(const Execution& where, double seconds, const nb::object& progress,
                       const std::function<void(const Job&)>& work);

}  // namespace biotropy::python
