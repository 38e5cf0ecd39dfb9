// SPDX-License-Identifier: Apache-2.0
//
// Parallel work: a thread count, cancellation, and a parallel loop (oneTBB). No result of the library depends on the
// thread count: a loop body writes only to places of its own index.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>

#include "biotropy/notice.hpp"

namespace biotropy {

/// Set from any thread or signal handler; long work checks it often and throws ErrorCode::cancelled.
class CancelFlag {
 public:
  void cancel() noexcept { cancelled_.store(true, std::memory_order_relaxed); }
  void reset() noexcept { cancelled_.store(false, std::memory_order_relaxed); }
  bool cancelled() const noexcept { return cancelled_.load(std::memory_order_relaxed); }

  /// Throws ErrorCode::cancelled once cancel() was called.
  void check() const;

 private:
  std::atomic<bool> cancelled_{false};
};

/// Resources of a call.
struct Execution {
  int threads = 0;                     ///< 0, or more than available: every core that the process may use
  const CancelFlag* cancel = nullptr;  ///< not owned; nullptr: cannot be cancelled
  /// "auto": the processor, or a GPU if its estimated total time is shorter; "cpu": the processor; or a device by name
  /// ("cuda", "opencl:1"). A device that cannot count a query is an error; sums that a device does not support (the
  /// form gudermannian, templates of more than 32 samples, tables without double precision) run on the processor, with
  /// a warning.
  std::string device = "auto";
  /// Receives notices during work, such as that of a device that failed and was replaced by the processor. Called from
  /// any thread.
  Notify notify = nullptr;
};

/// Throws unless threads >= 0.
void validate(const Execution& execution);

/// Number of threads of the execution on this machine (at least 1).
int thread_count(const Execution& execution);

/// Runs work() so that every parallel_for below it uses the given number of threads.
void with_threads(const Execution& execution, const std::function<void()>& work);

/// Number of threads that a parallel_for at this point may use.
int surrounding_threads();

/// Calls body(index) once for each index below count, in any order, on the threads of the enclosing with_threads. A
/// body that throws stops the loop, and the caller receives its exception. `cancel` may be null.
void parallel_for(std::size_t count, const CancelFlag* cancel, const std::function<void(std::size_t)>& body);

}  // namespace biotropy
