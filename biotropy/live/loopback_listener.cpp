// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/loopback_listener.hpp"

#include <fmt/format.h>

#include <cerrno>

#include "biotropy/error.hpp"

namespace biotropy::live {

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
