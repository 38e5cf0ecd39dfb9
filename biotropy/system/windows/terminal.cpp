// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/terminal.hpp"

#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <cstdint>
#include <cstdlib>

namespace biotropy::system {

namespace {

constexpr int kInput = 0, kError = 2;

}  // namespace

// Text of Windows would get other ends of lines, which would not be the bytes of a result. A terminal shows UTF-8.
void prepare_standard_streams() {
  for (int stream = kInput; stream <= kError; ++stream) {
    const std::intptr_t handle = ::_get_osfhandle(stream);
    const bool is_closed = handle == -1 || handle == -2;
    if (is_closed) {
      const int nowhere = ::_wopen(L"NUL", stream == kError ? _O_WRONLY : _O_RDONLY);
      if (nowhere < 0) return;
      if (nowhere != stream) {
        ::_dup2(nowhere, stream);
        ::_close(nowhere);
      }
    }
    ::_setmode(stream, _O_BINARY);
  }
  ::SetConsoleOutputCP(CP_UTF8);
}

bool error_is_terminal() {
  const auto error = ::GetStdHandle(STD_ERROR_HANDLE);
  DWORD mode = 0;
  if (::GetConsoleMode(error, &mode) == 0) return false;
  constexpr DWORD codes = 0x0004;  // ENABLE_VIRTUAL_TERMINAL_PROCESSING
  return ::SetConsoleMode(error, mode | codes) != 0;
}

std::optional<std::size_t> terminal_columns() {
  CONSOLE_SCREEN_BUFFER_INFO found = {};
  if (::GetConsoleScreenBufferInfo(::GetStdHandle(STD_ERROR_HANDLE), &found) == 0) return std::nullopt;
  const int columns = found.srWindow.Right - found.srWindow.Left + 1;
  return columns > 0 ? std::optional<std::size_t>(columns) : std::nullopt;
}

void say_at_once(std::string_view text) noexcept {
  DWORD written = 0;
  ::WriteFile(::GetStdHandle(STD_ERROR_HANDLE), text.data(), static_cast<DWORD>(text.size()), &written, nullptr);
}

}  // namespace biotropy::system
