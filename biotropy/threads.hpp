// SPDX-License-Identifier: Apache-2.0
//
// Parallel work: a thread count, cancellation, and a parallel loop (oneTBB). No result of the library depends on the
// thread count: a loop body writes only to places of its own index.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
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

// Division of a long job into as many pieces as threads, for jobs whose steps must use the same pieces: each piece
// first counts its output and then has its own places to write to, so that no result depends on the number of pieces.

/// Items 0 ... count - 1 in contiguous pieces of equal size: one for each of the enclosing threads, or fewer if a piece
/// would have less than `worth_a_thread` items. There is always one, which may be empty.
class Pieces {
 public:
  Pieces(std::size_t count, std::size_t worth_a_thread);

  std::size_t size() const { return size_; }
  /// First item of a piece; begin(size()) is the number of items.
  std::size_t begin(std::size_t piece) const { return count_ / size_ * piece + std::min(piece, count_ % size_); }

 private:
  std::size_t count_, size_;
};

/// Calls body(piece, begin, end) once for each piece, on the threads of the enclosing with_threads.
void for_each_piece(const Pieces& pieces,
                    const std::function<void(std::size_t piece, std::size_t begin, std::size_t end)>& body);

// Work that goes on while its maker runs loops (parallel_for), on the same threads.

/// The first thread of the execution that is free begins the work, or finish() does, as where there is one thread.
class WorkBeside {
 public:
  /// Stays on the thread that makes it.
  WorkBeside(const Execution& execution, std::function<void()> work);
  /// Drops work that nobody has begun, and waits for work that somebody has.
  ~WorkBeside();  // NOLINT(bugprone-exception-escape)
  WorkBeside(const WorkBeside&) = delete;
  WorkBeside& operator=(const WorkBeside&) = delete;

  /// Returns when the work is done, or throws what it has thrown.
  void finish();

 private:
  struct Task;
  std::unique_ptr<Task> task_;
};

}  // namespace biotropy
