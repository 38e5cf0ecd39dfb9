// SPDX-License-Identifier: Apache-2.0
//
// Sockets, by descriptors like those of files, and waiting for them. Nothing here blocks but the waiting. What fails
// returns -1 or false and leaves the reason in errno; EAGAIN and EINTR mean "not yet".
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <system_error>

namespace biotropy::system {

/// The failure that a call of this header left in errno, with its words: the C library of Windows has none for sockets.
std::error_code socket_error(int number);

struct Listener {
  int descriptor = -1;  ///< its owner closes it
  int port = 0;
};

/// Takes TCP connections at the loopback address (127.0.0.1), to which no other machine can connect.
/// @param port 0: one that is free. @param waiting connections that wait to be accepted, at most.
Listener listen_on_loopback(int port, int waiting);

/// The next connection; its owner closes it.
int accept_connection(int listener);

/// A socket for datagrams to a host and a port, or -1 with the `reason` in words.
int datagram_socket(const std::string& host, const std::string& port, std::string& reason);

/// Bytes received, at most `length`; 0 where the other side sends no more.
std::int64_t receive_some(int socket, void* data, std::size_t length);

/// Bytes sent, at most `length`.
std::int64_t send_some(int socket, const void* data, std::size_t length);

/// Tells the other side that nothing more is sent.
void end_sending(int socket);

void close_socket(int socket);

/// What one thread waits for and another rings, so that the first one wakes up.
int make_bell();
void ring(int bell);

struct Wait {
  int descriptor = -1;    ///< of a socket or a bell; none: -1
  bool to_write = false;  ///< until it can be written; otherwise until it can be read, or is at its end
  bool is_ready = false;  ///< after the waiting
};

/// Until one of them is ready, or the time is up. @returns whether one is ready.
bool wait_for_any(std::span<Wait> waits, std::chrono::milliseconds most);

/// The same for one open file or socket to be read and one to be written (-1: none); a signal ends the waiting, too.
void wait_for(int input, int output, std::chrono::nanoseconds most);

bool can_be_read(int descriptor);
bool can_be_written(int descriptor);

}  // namespace biotropy::system
