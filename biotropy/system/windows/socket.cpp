// SPDX-License-Identifier: Apache-2.0
//
// A socket gets a descriptor of the C library, so that one kind of number stands for files and sockets. Windows can
// wait for sockets, but not for files and pipes beside them: those are asked again and again.
#include "biotropy/system/socket.hpp"

#include <fcntl.h>
#include <io.h>
#include <winsock2.h>
#include <ws2tcpip.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <memory>
#include <thread>
#include <vector>

#include "biotropy/system/windows/error_number_internal.hpp"

namespace biotropy::system {

namespace {

constexpr std::chrono::milliseconds kBetweenQuestions{5};

void start_sockets() {
  static const int started = [] {
    WSADATA ignored = {};
    return ::WSAStartup(MAKEWORD(2, 2), &ignored);
  }();
  static_cast<void>(started);
}

SOCKET socket_of(int descriptor) {
  return descriptor < 0 ? INVALID_SOCKET : static_cast<SOCKET>(::_get_osfhandle(descriptor));
}

bool is_socket(int descriptor) {
  int kind = 0, length = sizeof kind;
  return ::getsockopt(socket_of(descriptor), SOL_SOCKET, SO_TYPE, reinterpret_cast<char*>(&kind), &length) == 0;
}

int descriptor_of_socket(SOCKET socket) {
  if (socket == INVALID_SOCKET) {
    set_error_number_of_socket();
    return -1;
  }
  u_long yes = 1;
  ::ioctlsocket(socket, FIONBIO, &yes);
  const int descriptor = ::_open_osfhandle(static_cast<std::intptr_t>(socket), _O_RDWR | _O_BINARY | _O_NOINHERIT);
  if (descriptor < 0) ::closesocket(socket);
  return descriptor;
}

// Closes a socket with which a call of Windows has failed, and keeps the reason of the call.
void give_up(int descriptor) {
  set_error_number_of_socket();
  const int number = errno;
  close_socket(descriptor);
  errno = number;
}

int new_socket(int family, int kind, int protocol) {
  start_sockets();
  return descriptor_of_socket(
      ::WSASocketW(family, kind, protocol, nullptr, 0, WSA_FLAG_OVERLAPPED | WSA_FLAG_NO_HANDLE_INHERIT));
}

sockaddr_in loopback(int port) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = ::htons(static_cast<u_short>(port));
  address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
  return address;
}

// Binds a socket to an address of this machine and stores the one that it got.
bool is_bound(int descriptor, sockaddr_in& address) {
  int length = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  const SOCKET socket = socket_of(descriptor);
  return ::bind(socket, generic, length) == 0 && ::getsockname(socket, generic, &length) == 0;
}

int length_of_call(std::size_t length) {
  return static_cast<int>(std::min<std::size_t>(length, std::numeric_limits<int>::max()));
}

// Whether a file, a pipe or a terminal has bytes, or is at its end.
bool has_bytes(int descriptor) {
  const auto handle = reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor));
  if (::GetFileType(handle) == FILE_TYPE_CHAR) return ::WaitForSingleObject(handle, 0) == WAIT_OBJECT_0;
  if (::GetFileType(handle) != FILE_TYPE_PIPE) return true;
  DWORD bytes = 0;
  return ::PeekNamedPipe(handle, nullptr, 0, nullptr, &bytes, nullptr) == 0 || bytes > 0;
}

bool poll_sockets(std::span<Wait> waits, int milliseconds) {
  std::vector<WSAPOLLFD> sockets;
  std::vector<Wait*> owners;
  for (Wait& wait : waits) {
    wait.is_ready = false;
    if (wait.descriptor < 0 || !is_socket(wait.descriptor)) continue;
    sockets.push_back({socket_of(wait.descriptor), static_cast<SHORT>(wait.to_write ? POLLOUT : POLLIN), 0});
    owners.push_back(&wait);
  }
  if (sockets.empty()) return false;
  const bool ready = ::WSAPoll(sockets.data(), static_cast<ULONG>(sockets.size()), milliseconds) > 0;
  for (std::size_t i = 0; ready && i < sockets.size(); ++i) owners[i]->is_ready = sockets[i].revents != 0;
  return ready;
}

}  // namespace

Listener listen_on_loopback(int port, int waiting) {
  sockaddr_in address = loopback(port);
  const int listener = new_socket(AF_INET, SOCK_STREAM, 0);
  if (listener < 0) return {};
  // Without it another program could take the same port.
  const int yes = 1;
  const bool is_own = ::setsockopt(socket_of(listener), SOL_SOCKET, SO_EXCLUSIVEADDRUSE,
                                   reinterpret_cast<const char*>(&yes), sizeof yes) == 0;
  if (is_own && is_bound(listener, address) && ::listen(socket_of(listener), waiting) == 0) {
    return {listener, ::ntohs(address.sin_port)};
  }
  give_up(listener);
  return {};
}

int accept_connection(int listener) {
  return descriptor_of_socket(::accept(socket_of(listener), nullptr, nullptr));
}

int datagram_socket(const std::string& host, const std::string& port, std::string& reason) {
  start_sockets();
  addrinfo wanted = {};
  wanted.ai_socktype = SOCK_DGRAM;
  addrinfo* list = nullptr;
  if (const int code = ::getaddrinfo(host.c_str(), port.c_str(), &wanted, &list); code != 0) {
    reason = socket_error(code).message();
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(list, &::freeaddrinfo);
  for (const addrinfo* one = list; one != nullptr; one = one->ai_next) {
    const int found = new_socket(one->ai_family, one->ai_socktype, one->ai_protocol);
    const int length = static_cast<int>(one->ai_addrlen);
    if (found >= 0 && ::connect(socket_of(found), one->ai_addr, length) == 0) return found;
    if (found >= 0) give_up(found);
    reason = socket_error(errno).message();
  }
  return -1;
}

std::int64_t receive_some(int socket, void* data, std::size_t length) {
  const int count = ::recv(socket_of(socket), static_cast<char*>(data), length_of_call(length), 0);
  if (count < 0) set_error_number_of_socket();
  return count;
}

std::int64_t send_some(int socket, const void* data, std::size_t length) {
  const int count = ::send(socket_of(socket), static_cast<const char*>(data), length_of_call(length), 0);
  if (count < 0) set_error_number_of_socket();
  return count;
}

void end_sending(int socket) {
  ::shutdown(socket_of(socket), SD_SEND);
}

// The C library closes what is under a descriptor as a handle, which ends a socket as well.
void close_socket(int socket) {
  ::_close(socket);
}

// A socket for datagrams to itself.
int make_bell() {
  sockaddr_in address = loopback(0);
  const int bell = new_socket(AF_INET, SOCK_DGRAM, 0);
  const auto* generic = reinterpret_cast<const sockaddr*>(&address);
  if (bell >= 0 && is_bound(bell, address) && ::connect(socket_of(bell), generic, sizeof address) == 0) return bell;
  if (bell >= 0) give_up(bell);
  return -1;
}

void ring(int bell) {
  ::send(socket_of(bell), "x", 1, 0);
}

bool wait_for_any(std::span<Wait> waits, std::chrono::milliseconds most) {
  return poll_sockets(waits, static_cast<int>(most.count()));
}

bool can_be_read(int descriptor) {
  if (!is_socket(descriptor)) return has_bytes(descriptor);
  std::array<Wait, 1> one = {{{descriptor}}};
  return poll_sockets(one, 0);
}

// Files and pipes take all bytes, if late.
bool can_be_written(int descriptor) {
  if (!is_socket(descriptor)) return true;
  std::array<Wait, 1> one = {{{descriptor, true}}};
  return poll_sockets(one, 0);
}

void wait_for(int input, int output, std::chrono::nanoseconds most) {
  const auto end = std::chrono::steady_clock::now() + most;
  while (true) {
    if (input >= 0 && can_be_read(input)) return;
    if (output >= 0 && can_be_written(output)) return;
    const auto left = end - std::chrono::steady_clock::now();
    if (left <= std::chrono::nanoseconds(0)) return;
    std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(left, kBetweenQuestions));
  }
}

}  // namespace biotropy::system
