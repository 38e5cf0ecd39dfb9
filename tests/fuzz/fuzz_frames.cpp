// SPDX-License-Identifier: Apache-2.0
//
// What a client sends over TCP, all of it by a client of this machine. The first byte is not sent: it says how many
// channels there are, and where the rest is cut into two parts.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "biotropy/live/socket_source.hpp"
#include "tests/fuzz/promise.hpp"

namespace {

using namespace biotropy;
using Bytes = std::span<const std::uint8_t>;

class Client {
 public:
  explicit Client(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    // Closed by a reset: thousands of connections in a second would else leave no port.
    const linger at_once{1, 0};
    const bool connected = socket_ >= 0 &&
                           ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once) == 0 &&
                           ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    if (!connected) std::abort();
  }
  ~Client() { ::close(socket_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  /// Less than all of it once the other side has gone.
  void send(Bytes bytes) {
    while (!bytes.empty()) {
      const auto count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (count <= 0) return;
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
  }
  void end() { ::shutdown(socket_, SHUT_WR); }

 private:
  int socket_;
};

/// The numbers of the frames, time and channels, up to the first infinite time; nothing for a client of another
/// program.
std::vector<double> expected(Bytes sent, std::uint32_t channels) {
  constexpr std::size_t greeting = 16;
  std::array<std::uint8_t, greeting> wanted{'B', 'I', 'O', 'T', 'R', 'O', 'P', 'Y', 1};
  std::memcpy(&wanted[12], &channels, sizeof channels);
  std::vector<double> numbers;
  if (sent.size() < greeting || !std::equal(wanted.begin(), wanted.end(), sent.begin())) return numbers;
  for (sent = sent.subspan(greeting); sent.size() >= (channels + 1) * sizeof(double);) {
    const std::size_t before = numbers.size();
    numbers.resize(before + channels + 1);
    std::memcpy(&numbers[before], sent.data(), (channels + 1) * sizeof(double));
    if (std::isinf(numbers[before])) {
      numbers.resize(before);
      break;
    }
    sent = sent.subspan((channels + 1) * sizeof(double));
  }
  return numbers;
}

void take_all(live::SampleQueue& queue, std::vector<double>& numbers) {
  for (; !queue.empty(); queue.pop()) {
    numbers.push_back(queue.front().time);
    numbers.insert(numbers.end(), queue.front_values().begin(), queue.front_values().end());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::uint32_t channels = 1 + data[0] % 4;
  const Bytes sent(data + 1, size - 1);
  const std::size_t cut = std::min<std::size_t>(sent.size(), data[0] / 4);
  bool left = false;
  live::SampleQueue queue(5, channels, live::WhenFull::block);
  live::SocketSource source(0, channels, 0.0, [&](const Notice& notice) {
    left = left || notice.code == "client_refused";
    fuzz::require(files::is_utf8(notice.text), "a notice that is not UTF-8");
  });
  Client client(source.port());
  std::vector<double> numbers;
  try {
    client.send(sent.first(cut));
    source.take(queue);
    client.send(sent.subspan(cut));
    client.end();
    while (!source.ended() && !left) {
      source.take(queue);
      take_all(queue, numbers);
    }
  } catch (const Error& error) {
    fuzz::require_refusal(error, {ErrorCode::bad_file}, "frame ");
  }
  take_all(queue, numbers);
  const std::vector<double> wanted = expected(sent, channels);
  const bool same = numbers.size() == wanted.size() &&
                    (numbers.empty() || std::memcmp(numbers.data(), wanted.data(), 8 * numbers.size()) == 0);
  fuzz::require(same, "other numbers than were sent");
  return 0;
}
