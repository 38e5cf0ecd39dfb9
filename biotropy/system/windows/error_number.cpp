// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/windows/error_number_internal.hpp"

#include <winsock2.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <string>

#include "biotropy/system/socket.hpp"

namespace biotropy::system {

namespace {

// Failures of sockets in the numbers and words of other systems.
struct SocketFailure {
  int of_windows;
  int number;
  const char* words;
};

constexpr SocketFailure kSocketFailures[] = {
    {WSAEACCES, EACCES, "Permission denied"},
    {WSAEADDRINUSE, EADDRINUSE, "Address already in use"},
    {WSAEADDRNOTAVAIL, EADDRNOTAVAIL, "Cannot assign requested address"},
    {WSAECONNABORTED, ECONNABORTED, "Software caused connection abort"},
    {WSAECONNREFUSED, ECONNREFUSED, "Connection refused"},
    {WSAECONNRESET, ECONNRESET, "Connection reset by peer"},
    {WSAEHOSTUNREACH, EHOSTUNREACH, "No route to host"},
    {WSAEINTR, EINTR, "Interrupted system call"},
    {WSAEMFILE, EMFILE, "Too many open files"},
    {WSAEMSGSIZE, EMSGSIZE, "Message too long"},
    {WSAENETDOWN, ENETDOWN, "Network is down"},
    {WSAENETUNREACH, ENETUNREACH, "Network is unreachable"},
    {WSAENOBUFS, ENOBUFS, "No buffer space available"},
    {WSAETIMEDOUT, ETIMEDOUT, "Connection timed out"},
    {WSAEWOULDBLOCK, EAGAIN, "Resource temporarily unavailable"},
};

// Numbers of the C library, and for other failures of sockets those of Windows, which lie beyond.
class SocketCategory : public std::error_category {
 public:
  const char* name() const noexcept override { return "socket"; }

  std::string message(int number) const override {
    const auto* known = std::find_if(std::begin(kSocketFailures), std::end(kSocketFailures),
                                     [&](const SocketFailure& failure) { return failure.number == number; });
    if (known != std::end(kSocketFailures)) return known->words;
    if (number < WSABASEERR) return std::generic_category().message(number);
    return std::system_category().message(number) + " (" + std::to_string(number) + ")";
  }
};

}  // namespace

std::error_code socket_error(int number) {
  static const SocketCategory category;
  return {number, category};
}

void set_error_number() {
  const std::error_code failure(static_cast<int>(::GetLastError()), std::system_category());
  const std::error_condition known = failure.default_error_condition();
  errno = known.category() == std::generic_category() ? known.value() : EIO;
}

void set_error_number_of_socket() {
  const int number = ::WSAGetLastError();
  const auto* known = std::find_if(std::begin(kSocketFailures), std::end(kSocketFailures),
                                   [&](const SocketFailure& failure) { return failure.of_windows == number; });
  errno = known == std::end(kSocketFailures) ? number : known->number;
}

}  // namespace biotropy::system
