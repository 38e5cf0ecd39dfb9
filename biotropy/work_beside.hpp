// SPDX-License-Identifier: Apache-2.0
//
// Work that goes on while its maker runs loops (parallel_for), on the same threads.
#pragma once

#include <functional>
#include <memory>

#include "biotropy/threads.hpp"

namespace biotropy {

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
