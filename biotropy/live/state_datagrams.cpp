// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/state_datagrams.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "biotropy/live/endpoint.hpp"
#include "biotropy/live/state_json.hpp"

namespace biotropy::live {

StateDatagrams::StateDatagrams(const std::string& to, std::vector<std::string> classes)
    : classes_(std::move(classes)), socket_(datagram_socket(endpoint(to, "udp"), "udp")) {}

StateDatagrams::~StateDatagrams() {
  ::close(socket_);
}

std::string StateDatagrams::push(const State& state, double time) {
  const std::string text = state_json(classes_, state, time);
  if (::send(socket_, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL) >= 0) return "";
  // The answer to the datagram before, where no program listens.
  if (errno == ECONNREFUSED) return "";
  return std::generic_category().message(errno);
}

}  // namespace biotropy::live
