// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/socket.hpp"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <vector>

#ifdef __linux__
#include <sys/eventfd.h>
#endif

namespace biotropy::system {

namespace {

enum class Blocking { yes, no };

#ifdef __linux__
int new_socket(int family, int kind, int protocol, Blocking blocking) {
  return ::socket(family, kind | SOCK_CLOEXEC | (blocking == Blocking::no ? SOCK_NONBLOCK : 0), protocol);
}
#else
// Not in one step: a program that another thread starts in between inherits the socket.
int prepared(int socket, Blocking blocking) {
  if (socket < 0) return socket;
  ::fcntl(socket, F_SETFD, FD_CLOEXEC);
  if (blocking == Blocking::no) ::fcntl(socket, F_SETFL, O_NONBLOCK);
#ifdef SO_NOSIGPIPE
  const int yes = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
  return socket;
}

int new_socket(int family, int kind, int protocol, Blocking blocking) {
  return prepared(::socket(family, kind, protocol), blocking);
}
#endif

#ifdef MSG_NOSIGNAL
constexpr int kWithoutSignal = MSG_NOSIGNAL;
#else
constexpr int kWithoutSignal = 0;
#endif

short events_of(const Wait& wait) {
  return wait.to_write ? POLLOUT : POLLIN;
}

bool is_ready_now(int descriptor, short event) {
  pollfd one = {descriptor, event, 0};
  return ::poll(&one, 1, 0) != 0;
}

}  // namespace

std::error_code socket_error(int number) {
  return {number, std::generic_category()};
}

Listener listen_on_loopback(int port, int waiting) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int listener = new_socket(AF_INET, SOCK_STREAM, 0, Blocking::no);
  const int yes = 1;
  socklen_t length = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  if (listener < 0 || ::setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
      ::bind(listener, generic, length) != 0 || ::listen(listener, waiting) != 0 ||
      ::getsockname(listener, generic, &length) != 0) {
    const int number = errno;
    if (listener >= 0) ::close(listener);
    errno = number;
    return {};
  }
  return {listener, ntohs(address.sin_port)};
}

int accept_connection(int listener) {
#ifdef __linux__
  return ::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
#else
  return prepared(::accept(listener, nullptr, nullptr), Blocking::no);
#endif
}

int datagram_socket(const std::string& host, const std::string& port, std::string& reason) {
  addrinfo wanted = {};
  wanted.ai_socktype = SOCK_DGRAM;
  addrinfo* list = nullptr;
  if (const int code = ::getaddrinfo(host.c_str(), port.c_str(), &wanted, &list); code != 0) {
    reason = ::gai_strerror(code);
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(list, &::freeaddrinfo);
  for (const addrinfo* one = list; one != nullptr; one = one->ai_next) {
    const int found = new_socket(one->ai_family, one->ai_socktype, one->ai_protocol, Blocking::yes);
    if (found >= 0 && ::connect(found, one->ai_addr, one->ai_addrlen) == 0) return found;
    reason = socket_error(errno).message();
    if (found >= 0) ::close(found);
  }
  return -1;
}

std::int64_t receive_some(int socket, void* data, std::size_t length) {
  return ::recv(socket, data, length, MSG_DONTWAIT);
}

std::int64_t send_some(int socket, const void* data, std::size_t length) {
  return ::send(socket, data, length, MSG_DONTWAIT | kWithoutSignal);
}

void end_sending(int socket) {
  ::shutdown(socket, SHUT_WR);
}

void close_socket(int socket) {
  ::close(socket);
}

#ifdef __linux__
int make_bell() {
  return ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

void ring(int bell) {
  ::eventfd_write(bell, 1);
}
#else
// A socket for datagrams to itself.
int make_bell() {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  const int bell = new_socket(AF_INET, SOCK_DGRAM, 0, Blocking::no);
  const bool done = bell >= 0 && ::bind(bell, generic, length) == 0 && ::getsockname(bell, generic, &length) == 0 &&
                    ::connect(bell, generic, length) == 0;
  if (!done && bell >= 0) ::close(bell);
  return done ? bell : -1;
}

void ring(int bell) {
  ::send(bell, "x", 1, 0);
}
#endif

bool wait_for_any(std::span<Wait> waits, std::chrono::milliseconds most) {
  constexpr std::size_t usual = 32;
  std::array<pollfd, usual> few;
  std::vector<pollfd> many(waits.size() > usual ? waits.size() : 0);
  pollfd* descriptors = many.empty() ? few.data() : many.data();
  for (std::size_t i = 0; i < waits.size(); ++i) descriptors[i] = {waits[i].descriptor, events_of(waits[i]), 0};
  const bool ready = ::poll(descriptors, static_cast<nfds_t>(waits.size()), static_cast<int>(most.count())) > 0;
  for (std::size_t i = 0; i < waits.size(); ++i) waits[i].is_ready = ready && descriptors[i].revents != 0;
  return ready;
}

void wait_for(int input, int output, std::chrono::nanoseconds most) {
  std::array<pollfd, 2> descriptors = {{{input, POLLIN, 0}, {output, POLLOUT, 0}}};  // negative ones are passed over
#ifdef __linux__
  const auto nanoseconds = std::max<std::int64_t>(0, most.count());
  constexpr std::int64_t second = 1'000'000'000;
  const timespec time = {nanoseconds / second, nanoseconds % second};
  ::ppoll(descriptors.data(), descriptors.size(), &time, nullptr);
#else
  const auto milliseconds = std::chrono::ceil<std::chrono::milliseconds>(most).count();
  ::poll(descriptors.data(), descriptors.size(), static_cast<int>(std::max<std::int64_t>(0, milliseconds)));
#endif
}

bool can_be_read(int descriptor) {
  return is_ready_now(descriptor, POLLIN);
}

bool can_be_written(int descriptor) {
  return is_ready_now(descriptor, POLLOUT);
}

}  // namespace biotropy::system
