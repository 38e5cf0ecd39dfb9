// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/interruption.hpp"

#include <pthread.h>
#include <sys/time.h>
#include <unistd.h>

#include <csignal>

namespace biotropy::system {

namespace {

Interruptions actions;
itimerval timer = {};

void on_stop(int) {
  actions.stop();
  ::setitimer(ITIMER_REAL, &timer, nullptr);
}

void on_overdue(int) {
  actions.overdue();
}

void on_broken_pipe(int) {
  actions.broken_pipe();
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

}  // namespace

void handle_interruptions(const Interruptions& interruptions, std::chrono::milliseconds time_to_stop) {
  constexpr int milliseconds = 1000;
  actions = interruptions;
  timer.it_value.tv_sec = static_cast<time_t>(time_to_stop.count() / milliseconds);
  timer.it_value.tv_usec = static_cast<suseconds_t>(time_to_stop.count() % milliseconds * milliseconds);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before = {};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) handle(signal, on_stop);
  }
  handle(SIGALRM, on_overdue);
  handle(SIGPIPE, on_broken_pipe);
  handle(SIGXFSZ, SIG_IGN);
}

void end_at_once(int code) noexcept {
  ::_exit(code);
}

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
