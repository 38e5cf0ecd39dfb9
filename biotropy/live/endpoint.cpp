// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/endpoint.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>

#include "biotropy/error.hpp"
#include "biotropy/system/socket.hpp"

namespace biotropy::live {

Endpoint endpoint(const std::string& text, const std::string& option) {
  const std::size_t colon = text.rfind(':');
  if (colon != std::string::npos) {
    Endpoint found{text.substr(0, colon), text.substr(colon + 1)};
    const bool has_brackets = found.host.size() > 2 && found.host.front() == '[' && found.host.back() == ']';
    if (has_brackets) found.host = found.host.substr(1, found.host.size() - 2);
    int port = 0;
    const char* end = found.port.data() + found.port.size();
    const bool is_number = std::from_chars(found.port.data(), end, port).ptr == end;
    const bool is_host = !found.host.empty() && (has_brackets || found.host.find(':') == std::string::npos);
    if (is_host && is_number && port > 0 && port <= 65535) return found;
  }
  throw Error::argument(option, text, "HOST:PORT with a port from 1 to 65535, [ADDRESS]:PORT for IPv6");
}

int datagram_socket(const Endpoint& to, const std::string& option) {
  std::string reason;
  const int found = system::datagram_socket(to.host, to.port, reason);
  if (found >= 0) return found;
  throw Error::argument(option, to.host + ":" + to.port, fmt::format("a host that can be reached ({})", reason));
}

std::string send_datagram(int socket, const void* data, std::size_t length) {
  if (system::send_some(socket, data, length) >= 0) return "";
  // The answer to the datagram before, where no program listens.
  if (errno == ECONNREFUSED) return "";
  return system::socket_error(errno).message();
}

system::Listener listen_on_loopback(int port, int waiting, const std::string& option) {
  constexpr int most = 65535;
  if (port < 0 || port > most) {
    throw Error::argument(option, fmt::format("{}", port), fmt::format("a port from 0 to {}", most));
  }
  const system::Listener listener = system::listen_on_loopback(port, waiting);
  if (listener.descriptor >= 0) return listener;
  throw Error::argument(option, fmt::format("{}", port),
                        fmt::format("a port of this machine that is free ({})", system::socket_error(errno).message()));
}

}  // namespace biotropy::live
