// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/blocked_signals.hpp"

#include <pthread.h>

#include <csignal>

namespace biotropy::system {

void start_with_signals_blocked(const std::function<void()>& start) {
  struct Held {
    Held() {
      sigset_t all;
      sigfillset(&all);
      ::pthread_sigmask(SIG_SETMASK, &all, &before);
    }
    ~Held() { ::pthread_sigmask(SIG_SETMASK, &before, nullptr); }
    sigset_t before;
  };
  const Held held;
  start();
}

}  // namespace biotropy::system
