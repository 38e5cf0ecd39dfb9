// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/interruption.hpp"

#include <sys/time.h>
#include <unistd.h>

#include <csignal>

namespace biotropy::system {

namespace {

Interruptions heard;
itimerval patience_of_process = {};

void on_stop(int) {
  heard.stop();
  ::setitimer(ITIMER_REAL, &patience_of_process, nullptr);
}

void on_impatience(int) {
  heard.impatient();
}

void on_broken_pipe(int) {
  heard.broken_pipe();
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

}  // namespace

void hear(const Interruptions& interruptions, std::chrono::milliseconds patience) {
  constexpr int milliseconds = 1000;
  heard = interruptions;
  patience_of_process.it_value.tv_sec = static_cast<time_t>(patience.count() / milliseconds);
  patience_of_process.it_value.tv_usec = static_cast<suseconds_t>(patience.count() % milliseconds * milliseconds);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before = {};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) handle(signal, on_stop);
  }
  handle(SIGALRM, on_impatience);
  handle(SIGPIPE, on_broken_pipe);
  handle(SIGXFSZ, SIG_IGN);
}

void end_at_once(int code) noexcept {
  ::_exit(code);
}

}  // namespace biotropy::system
