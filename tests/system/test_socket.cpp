// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/socket.hpp"

#include <array>
#include <cerrno>

#include "tests/matchers.hpp"

namespace biotropy::system {
namespace {

constexpr std::chrono::seconds kPatience{20};

TEST(Sockets, SayWhyAPortCannotBeHad) {
  const Listener first = listen_on_loopback(0, 1);
  ASSERT_GE(first.descriptor, 0);
  EXPECT_GT(first.port, 0);
  errno = 0;
  EXPECT_LT(listen_on_loopback(first.port, 1).descriptor, 0);
  EXPECT_EQ(errno, EADDRINUSE);
  EXPECT_EQ(socket_error(errno).message(), "Address already in use");
  close_socket(first.descriptor);
}

TEST(Sockets, HaveWordsForFailures) {
  EXPECT_EQ(socket_error(ECONNRESET).message(), "Connection reset by peer");
  EXPECT_EQ(socket_error(ECONNREFUSED).message(), "Connection refused");
  EXPECT_EQ(socket_error(EACCES).message(), "Permission denied");
  EXPECT_EQ(socket_error(EMFILE).message(), "Too many open files");
  EXPECT_EQ(socket_error(EBADF).message(), "Bad file descriptor");
}

TEST(Sockets, HaveNoConnectionYet) {
  const Listener listener = listen_on_loopback(0, 1);
  EXPECT_LT(accept_connection(listener.descriptor), 0);
  EXPECT_EQ(errno, EAGAIN);
  EXPECT_EQ(socket_error(errno).message(), "Resource temporarily unavailable");
  close_socket(listener.descriptor);
}

TEST(Sockets, SendDatagrams) {
  std::string reason;
  const int socket = datagram_socket("127.0.0.1", "9", reason);
  ASSERT_GE(socket, 0) << reason;
  EXPECT_EQ(send_some(socket, "text", 4), 4);
  close_socket(socket);
}

TEST(Sockets, SayWhyAHostCannotBeReached) {
  std::string reason;
  EXPECT_LT(datagram_socket("a host with spaces", "9", reason), 0);
  EXPECT_FALSE(reason.empty());
  EXPECT_THAT(reason, Not(HasSubstr("Unknown error")));
}

TEST(Sockets, WakeAnotherThreadByABell) {
  const int bell = make_bell();
  ASSERT_GE(bell, 0);
  std::array<Wait, 1> waits = {{{bell}}};
  EXPECT_FALSE(wait_for_any(waits, std::chrono::milliseconds(0)));
  ring(bell);
  EXPECT_TRUE(wait_for_any(waits, kPatience));
  EXPECT_TRUE(waits[0].is_ready);
  close_socket(bell);
}

// More than are usual; one without a descriptor is passed over.
TEST(Sockets, AreWaitedForManyAtATime) {
  std::vector<Wait> waits(50);
  for (std::size_t i = 1; i < waits.size(); ++i) waits[i].descriptor = make_bell();
  EXPECT_FALSE(wait_for_any(waits, std::chrono::milliseconds(0)));
  for (const std::size_t rung : {1U, 49U}) ring(waits[rung].descriptor);
  EXPECT_TRUE(wait_for_any(waits, kPatience));
  for (std::size_t i = 0; i < waits.size(); ++i) EXPECT_EQ(waits[i].is_ready, i == 1 || i == 49) << i;
  for (std::size_t i = 1; i < waits.size(); ++i) close_socket(waits[i].descriptor);
}

}  // namespace
}  // namespace biotropy::system
