// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/windows/error_number_internal.hpp"

#include <winsock2.h>

#include <cerrno>
#include <system_error>

namespace biotropy::system {

void set_error_number() {
  const std::error_code failure(static_cast<int>(::GetLastError()), std::system_category());
  const std::error_condition known = failure.default_error_condition();
  errno = known.category() == std::generic_category() ? known.value() : EIO;
}

void set_error_number_of_socket() {
  const int number = ::WSAGetLastError();
  switch (number) {
    case WSAEWOULDBLOCK:
      errno = EAGAIN;
      break;
    case WSAEINTR:
      errno = EINTR;
      break;
    case WSAECONNRESET:
      errno = ECONNRESET;
      break;
    case WSAECONNABORTED:
      errno = ECONNABORTED;
      break;
    case WSAECONNREFUSED:
      errno = ECONNREFUSED;
      break;
    case WSAEADDRINUSE:
      errno = EADDRINUSE;
      break;
    case WSAEACCES:
      errno = EACCES;
      break;
    case WSAEMFILE:
      errno = EMFILE;
      break;
    default:
      errno = EIO;
  }
}

}  // namespace biotropy::system
