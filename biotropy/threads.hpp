// SPDX-License-Identifier: Apache-2.0
//
// Work over cores: a thread count, a way to stop, and a parallel loop (oneTBB). No result of the library
// depends on the thread count: a loop body writes only to places of its own index.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>

namespace biotropy {

/// Set from any thread or signal handler; long work looks at it often and throws ErrorCode::cancelled.
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

/// How a call may use the machine.
struct Execution {
  int threads = 0;                     ///< 0, or more than there are: every core that the process may use
  const CancelFlag* cancel = nullptr;  ///< not owned; nullptr: cannot be stopped
  /// "auto": the processor, or a GPU where that is expected to be faster, all told; "cpu": the processor; or a device
  /// by name ("cuda", "opencl:1"). One that cannot count what is asked is an error; sums that it cannot make (the form
  /// gudermannian, templates of more than 32 samples, tables without double precision) the processor makes, and warns.
  std::string device = "auto";
  /// Told what a user should know though the result is right: a device that failed, and that the processor took over.
  /// From whichever thread.
  std::function<void(const std::string&)> warn = nullptr;
};

/// Throws unless threads >= 0.
void validate(const Execution& execution);

/// The number of threads that the execution stands for on this machine (at least 1).
int thread_count(const Execution& execution);

/// Runs work() so that every parallel_for below it uses the given number of threads.
void with_threads(const Execution& execution, const std::function<void()>& work);

/// The number of threads that a parallel_for at this place may use.
int surrounding_threads();

/// Calls body(index) once for each index below count, in any order, on the threads of the surrounding
/// with_threads. A body that throws stops the loop, and its exception reaches the caller. `cancel` may be null.
void parallel_for(std::size_t count, const CancelFlag* cancel, const std::function<void(std::size_t)>& body);

}  // namespace biotropy
