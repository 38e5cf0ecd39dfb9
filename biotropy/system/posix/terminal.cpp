// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/terminal.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <initializer_list>

namespace biotropy::system {

void prepare_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    // The lowest free number is this one, because those below are open by now.
    const int mode = stream == STDERR_FILENO ? O_WRONLY : O_RDONLY;
    if (::open("/dev/null", mode) < 0) return;
  }
}

bool error_is_terminal() {
  const char* value = std::getenv("TERM");
  const std::string_view kind = value == nullptr ? "" : value;
  return ::isatty(STDERR_FILENO) == 1 && !kind.empty() && kind != "dumb";
}

std::optional<std::size_t> terminal_columns() {
  winsize size = {};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? std::optional<std::size_t>(size.ws_col) : std::nullopt;
}

void say_at_once(std::string_view text) noexcept {
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace biotropy::system
