// SPDX-License-Identifier: Apache-2.0
#include "biotropy/threads.hpp"

#include <tbb/blocked_range.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <new>
#include <string>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/tasks_internal.hpp"

namespace biotropy {

namespace {

// oneTBB looks at the machine once. Where it had no memory for that, the next call would wait for ever.
int core_count() {
  static std::atomic<bool> has_failed = false;
  if (has_failed) throw std::bad_alloc();
  try {
    return tbb::info::default_concurrency();
  } catch (...) {
    has_failed = true;
    throw;
  }
}

}  // namespace

int thread_count(const Execution& execution) {
  validate(execution);
  const int cores = core_count();
  return execution.threads > 0 ? std::min(execution.threads, cores) : cores;
}

void with_threads(const Execution& execution, const std::function<void()>& work) {
  const int threads = thread_count(execution);
  if (threads == surrounding_threads()) return work();
  // Kept, because the threads of an arena wait there for a while and serve the next call only in the same arena.
  thread_local std::map<int, tbb::task_arena> arenas;
  const auto [arena, is_new] = arenas.try_emplace(threads, threads);
  if (is_new) {
    try {
      arena->second.initialize();
    } catch (...) {
      // Otherwise the next call would wait for an arena whose start failed (out of memory).
      arenas.erase(arena);
      throw;
    }
  }
  arena->second.execute(work);
}

int surrounding_threads() {
  return tbb::this_task_arena::max_concurrency();
}

void parallel_for(std::size_t count, const CancelFlag* cancel, const std::function<void(std::size_t)>& body) {
  // One body needs no task, whose cost is noticeable for short series.
  if (count == 1) {
    if (cancel != nullptr) cancel->check();
    return body(0);
  }
  LoopOrder order;
  const auto run = [&](const tbb::blocked_range<std::size_t>& range) {
    const LoopOrder::Body in_order(order);
    round_as_the_first_thread();
    for (std::size_t index = range.begin(); index != range.end(); ++index) {
      if (cancel != nullptr) cancel->check();
      body(index);
    }
  };
  // Isolated: a thread waiting for an inner loop must not start an outer iteration, because the number of outer
  // iterations in progress, and the memory, would grow without bound. Nor does it begin a WorkBeside.
  tbb::task_group_context context;
  starting_threads([&] {
    const LoopOrder::Loop in_order(order);
    tbb::this_task_arena::isolate([&] {
      tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, 1), run, tbb::simple_partitioner(), context);
    });
  });
  // An exception in an outer loop ends this one without its other bodies: what they would have made is not there.
  if (context.is_group_execution_cancelled()) throw Error(ErrorCode::cancelled, "an outer loop was stopped");
}

struct WorkBeside::Task {
  Task(const Execution& execution, std::function<void()> given) : threads{execution.threads}, work(std::move(given)) {}

  void run() {
    const LoopOrder::Body in_order(order);
    round_as_the_first_thread();
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
  }

  Execution threads;
  std::function<void()> work;
  std::exception_ptr failure;
  tbb::task_group group;
  LoopOrder order;  // last, so that whoever begins sees all of the others made
};

WorkBeside::WorkBeside(const Execution& execution, std::function<void()> work)
    : task_(std::make_unique<Task>(execution, std::move(work))) {
  with_threads(task_->threads,
               [&] { starting_threads([&] { task_->group.run([task = task_.get()] { task->run(); }); }); });
}

// Where there is no memory to wait with, the program ends: what still runs uses the task.
// NOLINTNEXTLINE(bugprone-exception-escape)
WorkBeside::~WorkBeside() {
  const LoopOrder::Loop in_order(task_->order);
  with_threads(task_->threads, [&] {
    task_->group.cancel();
    task_->group.wait();
  });
}

void WorkBeside::finish() {
  with_threads(task_->threads, [&] {
    const LoopOrder::Loop in_order(task_->order);
    task_->group.wait();
  });
  if (task_->failure) std::rethrow_exception(std::exchange(task_->failure, nullptr));
}

}  // namespace biotropy
