// SPDX-License-Identifier: Apache-2.0
#include "tests/live/page_client.hpp"

#include <gtest/gtest.h>

#ifdef _WIN32
#include <winsock2.h>
#else
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>
#endif

#include <cstddef>
#include <cstdint>

namespace biotropy::live {

namespace {

#ifdef _WIN32
// Handles of Windows have 32 bits.
int new_socket() {
  return static_cast<int>(::socket(AF_INET, SOCK_STREAM, 0));
}

void close_socket(int socket) {
  ::closesocket(static_cast<SOCKET>(socket));
}

using Length = int;
constexpr int kWithoutSignal = 0;
#else
int new_socket() {
  return ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

void close_socket(int socket) {
  ::close(socket);
}

using Length = std::size_t;
constexpr int kWithoutSignal = MSG_NOSIGNAL;
#endif

}  // namespace

PageClient::PageClient(int port) : descriptor_(new_socket()) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(::connect(descriptor_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
}

PageClient::~PageClient() {
  close_socket(descriptor_);
}

bool PageClient::send(const std::string& bytes) const {
  std::size_t sent = 0;
  while (sent < bytes.size()) {
    const auto count =
        ::send(descriptor_, bytes.data() + sent, static_cast<Length>(bytes.size() - sent), kWithoutSignal);
    if (count <= 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

std::string PageClient::rest() const {
  std::string text;
  char bytes[4096];
  for (std::int64_t count = 0; (count = ::recv(descriptor_, bytes, sizeof bytes, 0)) > 0;) {
    text.append(bytes, static_cast<std::size_t>(count));
  }
  return text;
}

std::string answer_to(int port, const std::string& request) {
  const PageClient client(port);
  client.send(request);
  return client.rest();
}

std::string got(int port, const std::string& path, const std::string& further) {
  return answer_to(port,
                   "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) + "\r\n" + further + "\r\n");
}

std::string body_of(const std::string& answer) {
  const std::size_t end = answer.find("\r\n\r\n");
  return end == std::string::npos ? "" : answer.substr(end + 4);
}

}  // namespace biotropy::live
