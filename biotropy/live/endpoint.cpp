// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/endpoint.hpp"

#include <fmt/format.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <memory>
#include <system_error>

#include "biotropy/error.hpp"

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
  addrinfo wanted = {};
  wanted.ai_socktype = SOCK_DGRAM;
  addrinfo* list = nullptr;
  std::string reason;
  if (const int code = ::getaddrinfo(to.host.c_str(), to.port.c_str(), &wanted, &list); code != 0) {
    reason = ::gai_strerror(code);
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(list, &::freeaddrinfo);
  for (const addrinfo* one = list; one != nullptr; one = one->ai_next) {
    const int found = ::socket(one->ai_family, one->ai_socktype | SOCK_CLOEXEC, one->ai_protocol);
    if (found >= 0 && ::connect(found, one->ai_addr, one->ai_addrlen) == 0) return found;
    reason = std::generic_category().message(errno);
    if (found >= 0) ::close(found);
  }
  throw Error::argument(option, to.host + ":" + to.port, fmt::format("a host that can be reached ({})", reason));
}

}  // namespace biotropy::live
