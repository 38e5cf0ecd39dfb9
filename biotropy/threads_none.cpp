// SPDX-License-Identifier: Apache-2.0
//
// One thread, where the system or the build has no others.
#include <utility>

#include "biotropy/threads.hpp"

namespace biotropy {

int thread_count(const Execution& execution) {
  validate(execution);
  return 1;
}

void with_threads(const Execution& execution, const std::function<void()>& work) {
  validate(execution);
  work();
}

int surrounding_threads() {
  return 1;
}

void parallel_for(std::size_t count, const CancelFlag* cancel, const std::function<void(std::size_t)>& body) {
  for (std::size_t index = 0; index < count; ++index) {
    if (cancel != nullptr) cancel->check();
    body(index);
  }
}

struct WorkBeside::Task {
  std::function<void()> work;
};

WorkBeside::WorkBeside(const Execution& execution, std::function<void()> work)
    : task_(std::make_unique<Task>(Task{std::move(work)})) {
  validate(execution);
}

WorkBeside::~WorkBeside() = default;

void WorkBeside::finish() {
  if (auto work = std::exchange(task_->work, nullptr)) work();
}

}  // namespace biotropy
