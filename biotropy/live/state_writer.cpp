// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/state_writer.hpp"

#include <utility>

#include "biotropy/system/open_file.hpp"

namespace biotropy::live {

StateWriter::StateWriter(std::filesystem::path path, int output)
    : path_(std::move(path)), output_(output), thread_([this] { work(); }) {}

StateWriter::~StateWriter() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void StateWriter::rethrow_fault() {
  if (fault_) std::rethrow_exception(std::exchange(fault_, nullptr));
}

void StateWriter::save(SavedState state) {
  {
    const std::lock_guard lock(mutex_);
    rethrow_fault();
    next_ = std::move(state);
  }
  changed_.notify_all();
}

void StateWriter::finish() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return !next_ && !busy_; });
  rethrow_fault();
}

void StateWriter::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return next_ || over_; });
    if (!next_) return;
    const SavedState state = *std::exchange(next_, std::nullopt);
    busy_ = true;
    lock.unlock();
    std::exception_ptr fault;
    try {
      if (output_ >= 0) system::synchronise_content(output_);
      save_state(state, path_);
    } catch (...) {
      fault = std::current_exception();
    }
    lock.lock();
    busy_ = false;
    if (fault) fault_ = fault;
    changed_.notify_all();
  }
}

}  // namespace biotropy::live
