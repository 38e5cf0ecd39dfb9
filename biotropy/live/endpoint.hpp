// SPDX-License-Identifier: Apache-2.0
//
// Where datagrams go: a host and a port, "localhost:9000" or "[::1]:9000".
#pragma once

#include <cstddef>
#include <string>

#include "biotropy/system/socket.hpp"

namespace biotropy::live {

struct Endpoint {
  std::string host, port;
};

/// @param option how a message calls the text. @throws Error invalid_argument unless it is HOST:PORT with a port from 1
/// to 65535.
Endpoint endpoint(const std::string& text, const std::string& option);

/// A socket for datagrams to it, which its owner closes. @throws Error invalid_argument if the host does not exist.
int datagram_socket(const Endpoint& to, const std::string& option);

/// @returns why it could not be sent, which loses it; otherwise nothing, also where no program listens.
std::string send_datagram(int socket, const void* data, std::size_t length);

// A TCP port of the loopback address (127.0.0.1): no other machine can connect to it.

/// A socket that does not block. @param port 0: one that is free. @param waiting connections that wait to be accepted,
/// at most. @param option how a message calls the port. @throws Error invalid_argument where the port cannot be had.
system::Listener listen_on_loopback(int port, int waiting, const std::string& option);

}  // namespace biotropy::live
