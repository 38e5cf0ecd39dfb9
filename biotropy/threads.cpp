// SPDX-License-Identifier: Apache-2.0
#include "biotropy/threads.hpp"

#include <tbb/blocked_range.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <string>

#include "biotropy/error.hpp"

namespace biotropy {

void CancelFlag::check() const {
  if (cancelled()) throw Error(ErrorCode::cancelled, "stopped on request");
}

void validate(const Execution& execution) {
  if (execution.threads < 0) {
    throw Error::argument("threads", std::to_string(execution.threads), "0 (every core) or a positive count");
  }
}

int thread_count(const Execution& execution) {
  validate(execution);
  const int cores = tbb::info::default_concurrency();
  return execution.threads > 0 ? std::min(execution.threads, cores) : cores;
}

void with_threads(const Execution& execution, const std::function<void()>& work) {
  tbb::task_arena arena(thread_count(execution));
  arena.execute(work);
}

void parallel_for(std::size_t count, const CancelFlag* cancel, const std::function<void(std::size_t)>& body) {
  const auto run = [&](const tbb::blocked_range<std::size_t>& range) {
    for (std::size_t index = range.begin(); index != range.end(); ++index) {
      if (cancel != nullptr) cancel->check();
      body(index);
    }
  };
  // Isolated: a thread that waits for an inner loop must not pick up an outer iteration, or the number of
  // outer iterations in flight, and with it the memory, would grow with the depth of the stealing.
  tbb::this_task_arena::isolate(
      [&] { tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, 1), run, tbb::simple_partitioner()); });
}

}  // namespace biotropy
