// SPDX-License-Identifier: Apache-2.0
//
// Requests to end, from a user or from the system: Ctrl-C, a closed terminal, SIGTERM.
#pragma once

#include <chrono>
#include <functional>

namespace biotropy::system {

/// What to do about them; each may call only what is allowed in a signal handler.
struct Interruptions {
  void (*stop)() = nullptr;         ///< at every request
  void (*overdue)() = nullptr;      ///< some time after it, if the process is still there
  void (*broken_pipe)() = nullptr;  ///< at a write to a pipe that nobody reads, where the system tells
};

/// Call once, before any thread starts. Requests that were ignored at the start (nohup) stay ignored, and a write
/// beyond a limit of file sizes fails from now on instead of ending the process.
void handle_interruptions(const Interruptions& interruptions, std::chrono::milliseconds time_to_stop);

/// Ends the process without the work that is left to its end. May be called in a signal handler.
[[noreturn]] void end_at_once(int code) noexcept;

// Threads that requests to end (interruption.hpp) do not reach.

/// Calls `start`; the threads that it starts do not get the requests, which are for the one that waits.
void start_with_signals_blocked(const std::function<void()>& start);

}  // namespace biotropy::system
