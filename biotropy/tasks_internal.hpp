// SPDX-License-Identifier: Apache-2.0
//
// What every use of tasks of oneTBB needs here.
#pragma once

#include <atomic>
#include <cstddef>
#include <stdexcept>
#include <string_view>

#include "biotropy/error.hpp"

namespace biotropy {

// ThreadSanitizer cannot follow tasks between threads in an uninstrumented oneTBB. These two functions declare exactly
// the guarantees of a loop: bodies begin after the caller's earlier code and end before its later code. Bodies are not
// ordered among themselves, so races between them are found.
#ifdef __SANITIZE_THREAD__
class LoopOrder {
 public:
  LoopOrder() { begun_.store(true, std::memory_order_release); }
  void body_begins() const { (void)begun_.load(std::memory_order_acquire); }
  void body_ends() { ended_.fetch_add(1, std::memory_order_release); }
  void loop_ends() const { (void)ended_.load(std::memory_order_acquire); }

 private:
  std::atomic<bool> begun_{false};
  std::atomic<std::size_t> ended_{0};
};
#else
struct LoopOrder {
  void body_begins() const {}
  void body_ends() {}
  void loop_ends() const {}
};
#endif

// Calls a function of oneTBB that may start threads.
template <typename Call>
void starting_threads(const Call& call) {
  try {
    call();
  } catch (const std::runtime_error& failure) {
    // Only this text shows that no thread could be started.
    if (!std::string_view(failure.what()).starts_with("pthread_create")) throw;
    throw Error(ErrorCode::out_of_memory, "not enough memory for another thread");
  }
}

}  // namespace biotropy
