// SPDX-License-Identifier: Apache-2.0
//
// Windows tells a process on a thread of its own, so nothing interrupts a call.
#include "biotropy/system/interruption.hpp"

#include <windows.h>

namespace biotropy::system {

namespace {

Interruptions actions;
DWORD milliseconds_to_stop = 0;

BOOL WINAPI on_request(DWORD request) {
  actions.stop();
  // The system ends the process when the handler of a closed terminal returns.
  const bool ends_by_itself =
      request == CTRL_CLOSE_EVENT || request == CTRL_LOGOFF_EVENT || request == CTRL_SHUTDOWN_EVENT;
  if (ends_by_itself) {
    ::Sleep(milliseconds_to_stop);
    actions.overdue();
    return TRUE;
  }
  const auto wait = [](void*) -> DWORD {
    ::Sleep(milliseconds_to_stop);
    actions.overdue();
    return 0;
  };
  const HANDLE thread = ::CreateThread(nullptr, 0, wait, nullptr, 0, nullptr);
  if (thread != nullptr) ::CloseHandle(thread);
  return TRUE;
}

}  // namespace

void handle_interruptions(const Interruptions& interruptions, std::chrono::milliseconds time_to_stop) {
  actions = interruptions;
  milliseconds_to_stop = static_cast<DWORD>(time_to_stop.count());
  ::SetConsoleCtrlHandler(on_request, TRUE);
  // A failure that has no message of ours must end the program, not wait in a window.
  ::SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
}

void end_at_once(int code) noexcept {
  ::TerminateProcess(::GetCurrentProcess(), static_cast<UINT>(code));
  ::ExitProcess(static_cast<UINT>(code));
}

void start_with_signals_blocked(const std::function<void()>& start) {
  start();
}

}  // namespace biotropy::system
