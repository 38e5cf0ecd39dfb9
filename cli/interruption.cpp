// SPDX-License-Identifier: Apache-2.0
#include "cli/interruption.hpp"

#include <sys/time.h>
#include <unistd.h>

#include <csignal>
#include <string_view>

#include "biotropy/files/atomic_file.hpp"
#include "cli/exit_code.hpp"

namespace biotropy::cli {

namespace {

constexpr suseconds_t kPatienceMicroseconds = 700'000;

CancelFlag interrupted;

// Calls only functions allowed in a signal handler.
[[noreturn]] void end_at_once(ExitCode code) {
  files::remove_unfinished();
  ::_exit(static_cast<int>(code));
}

void on_stop(int) {
  interrupted.cancel();
  itimerval patience = {};
  patience.it_value.tv_usec = kPatienceMicroseconds;
  ::setitimer(ITIMER_REAL, &patience, nullptr);
}

void on_impatience(int) {
  constexpr std::string_view said = "biotropy: stopped; no half-written result is left\n";
  // If this write fails too, the exit code remains.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, said.data(), said.size());
  end_at_once(ExitCode::interrupted);
}

void on_broken_pipe(int) {
  end_at_once(ExitCode::broken_pipe);
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

}  // namespace

void hear_interruptions() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before = {};
    ::sigaction(signal, nullptr, &before);
    // A signal that was ignored at the start (nohup) stays ignored.
    if (before.sa_handler != SIG_IGN) handle(signal, on_stop);
  }
  handle(SIGALRM, on_impatience);
  handle(SIGPIPE, on_broken_pipe);
  // A write beyond the limit of file sizes (ulimit -f) then fails with an error that names the file.
  handle(SIGXFSZ, SIG_IGN);
}

const CancelFlag& interruption() {
  return interrupted;
}

}  // namespace biotropy::cli
