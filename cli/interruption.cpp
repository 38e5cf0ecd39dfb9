// SPDX-License-Identifier: Apache-2.0
#include "cli/interruption.hpp"

#include <chrono>

#include "biotropy/files/atomic_file.hpp"
#include "biotropy/system/interruption.hpp"
#include "biotropy/system/terminal.hpp"
#include "cli/exit_code.hpp"

namespace biotropy::cli {

namespace {

constexpr std::chrono::milliseconds kTimeToStop{700};

CancelFlag interrupted;

// Calls only functions allowed in a signal handler.
[[noreturn]] void end_at_once(ExitCode code) {
  files::remove_unfinished();
  system::end_at_once(static_cast<int>(code));
}

void on_stop() {
  interrupted.cancel();
}

void on_overdue() {
  // If this cannot be written, the exit code remains.
  system::say_at_once("biotropy: stopped; no half-written result is left\n");
  end_at_once(ExitCode::interrupted);
}

void on_broken_pipe() {
  end_at_once(ExitCode::broken_pipe);
}

}  // namespace

void handle_interruptions() {
  // A write beyond the limit of file sizes (ulimit -f) then fails with an error that names the file.
  system::handle_interruptions({on_stop, on_overdue, on_broken_pipe}, kTimeToStop);
}

const CancelFlag& interruption() {
  return interrupted;
}

}  // namespace biotropy::cli
