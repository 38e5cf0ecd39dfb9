// SPDX-License-Identifier: Apache-2.0
#include "biotropy/work_beside.hpp"

#include <tbb/task_group.h>

#include <exception>
#include <utility>

#include "biotropy/tasks_internal.hpp"

namespace biotropy {

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
