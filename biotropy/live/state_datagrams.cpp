// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/state_datagrams.hpp"

#include <utility>

#include "biotropy/live/endpoint.hpp"
#include "biotropy/live/state_json.hpp"
#include "biotropy/system/socket.hpp"

namespace biotropy::live {

StateDatagrams::StateDatagrams(const std::string& to, std::vector<std::string> classes)
    : classes_(std::move(classes)), socket_(datagram_socket(endpoint(to, "udp"), "udp")) {}

StateDatagrams::~StateDatagrams() {
  system::close_socket(socket_);
}

std::string StateDatagrams::push(const State& state, double time) {
  const std::string text = state_json(classes_, state, time);
  return send_datagram(socket_, text.data(), text.size());
}

}  // namespace biotropy::live
