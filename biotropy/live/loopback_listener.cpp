// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/loopback_listener.hpp"

#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "biotropy/error.hpp"

namespace biotropy::live {

Listener listen_on_loopback(int port, int waiting, const std::string& option) {
  constexpr int most = 65535;
  if (port < 0 || port > most) {
    throw Error::argument(option, fmt::format("{}", port), fmt::format("a port from 0 to {}", most));
  }
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  const int yes = 1;
  socklen_t length = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  if (listener < 0 || ::setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
      ::bind(listener, generic, length) != 0 || ::listen(listener, waiting) != 0 ||
      ::getsockname(listener, generic, &length) != 0) {
    const std::string reason = std::generic_category().message(errno);
    if (listener >= 0) ::close(listener);
    throw Error::argument(option, fmt::format("{}", port),
                          fmt::format("a port of this machine that is free ({})", reason));
  }
  return {listener, ntohs(address.sin_port)};
}

}  // namespace biotropy::live
