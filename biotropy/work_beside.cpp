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
    order.body_begins();
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
    order.body_ends();
  }

  Execution threads;
  std::function<void()> work;
  LoopOrder order;
  std::exception_ptr failure;
  tbb::task_group group;
};

WorkBeside::WorkBeside(const Execution& execution, std::function<void()> work)
    : task_(std::make_unique<Task>(execution, std::move(work))) {
  with_threads(task_->threads,
               [&] { starting_threads([&] { task_->group.run([task = task_.get()] { task->run(); }); }); });
}

WorkBeside::~WorkBeside() {
  with_threads(task_->threads, [&] {
    task_->group.cancel();
    task_->group.wait();
  });
}

void WorkBeside::finish() {
  with_threads(task_->threads, [&] { task_->group.wait(); });
  task_->order.loop_ends();
  if (task_->failure) std::rethrow_exception(std::exchange(task_->failure, nullptr));
}

}  // namespace biotropy
