// SPDX-License-Identifier: Apache-2.0
//
// A TCP port of the loopback address (127.0.0.1): no other machine can connect to it.
#pragma once

#include <string>

#include "biotropy/system/socket.hpp"

namespace biotropy::live {

/// A socket that does not block. @param port 0: one that is free. @param waiting connections that wait to be accepted, at most. @param option how a
/// message calls the port. @throws Error invalid_argument where the port cannot be had.
system::Listener listen_on_loopback(int port, int waiting, const std::string& option);

}  // namespace biotropy::live
