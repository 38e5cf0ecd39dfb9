// SPDX-License-Identifier: Apache-2.0
//
// Long work without the interpreter's lock that Ctrl-C can stop. Signals are handled by Python's main thread only while
// it runs Python code, so long work is done on a thread of its own while the calling one looks for signals, twenty
// times a second. Short work is done in place: a thread costs more than it does.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <optional>
#include <string>

#include "biotropy/progress.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::python {

namespace nb = nanobind;

/// Threads and device of a call. @param device None: "auto".
inline Execution execution_of(int n_jobs, const std::optional<std::string>& device = std::nullopt) {
  Execution execution;
  execution.threads = n_jobs;
  if (device) execution.device = *device;
  return execution;
}

/// What the work is given.
struct Run {
  Execution execution;
  ProgressCallback progress;
};

/// @param where threads (0: all) and device. @param seconds a guess of how long the work takes on one thread.
/// @param progress called as progress(done, total), or None.
/// @throws what the work or a signal handler throws.
void run_interruptibly(const Execution& where, double seconds, const nb::object& progress,
                       const std::function<void(const Run&)>& work);

}  // namespace biotropy::python
