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

// ThreadSanitizer cannot follow tasks between threads in an uninstrumented oneTBB. This declares exactly the guarantees
// of a loop, also of one that an exception ends: bodies begin after the caller's earlier code and end before its later
// code. Bodies are not ordered among themselves, so races between them are found.
#ifdef __SANITIZE_THREAD__
class LoopOrder {
 public:
  LoopOrder() { begun_.store(true, std::memory_order_release); }

  /// Lives while a body runs.
  class Body {
   public:
    explicit Body(LoopOrder& order) : order_(order) { (void)order_.begun_.load(std::memory_order_acquire); }
    ~Body() { order_.ended_.fetch_add(1, std::memory_order_release); }
    Body(const Body&) = delete;
    Body& operator=(const Body&) = delete;

   private:
    LoopOrder& order_;
  };

  /// Lives in the caller until all bodies have ended.
  class Loop {
   public:
    explicit Loop(LoopOrder& order) : order_(order) {}
    ~Loop() { (void)order_.ended_.load(std::memory_order_acquire); }
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

   private:
    LoopOrder& order_;
  };

 private:
  std::atomic<bool> begun_{false};
  std::atomic<std::size_t> ended_{0};
};
#else
struct LoopOrder {
  struct Body {
    explicit Body(LoopOrder& /*order*/) {}
  };
  struct Loop {
    explicit Loop(LoopOrder& /*order*/) {}
  };
};
#endif

// Windows begins threads with an old floating-point unit that rounds to 53 bits, in which the C library of MinGW-w64
// computes logarithms and powers; the first thread has 64. Every body begins with this, so that values do not depend on
// the thread.
inline void round_as_the_first_thread() {
#if defined(__MINGW32__) && defined(__x86_64__)
  __asm__ volatile("fninit");
#endif
}

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
