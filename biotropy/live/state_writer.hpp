// SPDX-License-Identifier: Apache-2.0
//
// Saves the states of a stream on a thread of its own: a file that is safe on the disk takes milliseconds, in which
// samples would wait.
#pragma once

#include <condition_variable>
#include <exception>
#include <filesystem>
#include <mutex>
#include <optional>
#include <thread>

#include "biotropy/live/saved_state.hpp"

namespace biotropy::live {

class StateWriter {
 public:
  /// @param output descriptor of the file to which the bytes that a state counts were written: they are on the disk
  /// before the state is. -1: none.
  explicit StateWriter(std::filesystem::path path, int output = -1);

  /// Saves what it was given.
  ~StateWriter();
  StateWriter(const StateWriter&) = delete;
  StateWriter& operator=(const StateWriter&) = delete;

  /// Returns at once. A state that waits for one before it to be saved gives way to a newer one.
  /// @throws Error io for a state before this one that could not be saved.
  void save(SavedState state);

  /// Waits until the last state is saved. @throws Error io.
  void finish();

 private:
  void work();
  void rethrow_fault();

  std::filesystem::path path_;
  int output_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<SavedState> next_;
  std::exception_ptr fault_;
  bool busy_ = false, over_ = false;
  std::thread thread_;  // last: it uses all others
};

}  // namespace biotropy::live
