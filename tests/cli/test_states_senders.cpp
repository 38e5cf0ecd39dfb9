// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states stream` with lines of JSON, datagrams and messages of Open Sound Control: the numbers of the table.
#include <dlfcn.h>

#include <bit>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "tests/cli/states_stream.hpp"

namespace biotropy {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kSamples = 100;  // whose datagrams fit into the buffer of a socket
const std::string kReplay = "biotropy states stream --model model.nc --speed max --replay few.csv ";

// A socket for datagrams to a free port of this machine.
class Receiver {
 public:
  Receiver() : socket_(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_TRUE(has_port_of(address));
    port_ = ntohs(address.sin_port);
  }
  explicit Receiver(const in6_addr& of) : socket_(::socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in6 address = {};
    address.sin6_family = AF_INET6;
    address.sin6_addr = of;
    if (has_port_of(address)) port_ = ntohs(address.sin6_port);
  }
  ~Receiver() { ::close(socket_); }
  Receiver(const Receiver&) = delete;
  Receiver& operator=(const Receiver&) = delete;

  std::string place() const { return "127.0.0.1:" + port(); }
  std::string port() const { return std::to_string(port_); }
  bool works() const { return port_ > 0; }

  // All that have come.
  std::vector<std::string> datagrams() const {
    std::vector<std::string> all;
    std::string bytes(65536, '\0');
    for (ssize_t n = 0; (n = ::recv(socket_, bytes.data(), bytes.size(), MSG_DONTWAIT)) >= 0;) {
      all.emplace_back(bytes, 0, static_cast<std::size_t>(n));
    }
    return all;
  }

 private:
  template <class Address>
  bool has_port_of(Address& address) {
    socklen_t length = sizeof address;
    auto* place = reinterpret_cast<sockaddr*>(&address);
    return ::bind(socket_, place, length) == 0 && ::getsockname(socket_, place, &length) == 0;
  }

  int socket_, port_ = 0;
};

// A message of Open Sound Control 1.0: texts end with 1 to 4 zeros, up to a multiple of 4 bytes; numbers are
// big-endian.
struct Message {
  std::string content;
  std::size_t at = 0;
  std::string path, types;

  explicit Message(const std::string& bytes) : content(bytes), path(text()), types(text()) {}

  std::string text() {
    std::string found = content.substr(at, content.find('\0', at) - at);
    at += (found.size() / 4 + 1) * 4;
    return found;
  }
  template <class T>
  T number() {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) bits = bits << 8 | static_cast<unsigned char>(content.at(at++));
    if constexpr (sizeof(T) == 8) {
      return std::bit_cast<T>(bits);
    } else {
      return std::bit_cast<T>(static_cast<std::uint32_t>(bits));
    }
  }
  bool is_over() const { return at == content.size(); }
};

class StatesSenders : public StatesStream {
 protected:
  void SetUp() override {
    StatesStream::SetUp();
    run("head -n " + std::to_string(kSamples + 1) + " test.csv > few.csv");
    std::istringstream lines(run(kReplay).output);
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
      std::istringstream fields(line);
      std::vector<std::string>& row = rows_.emplace_back();
      for (std::string field; std::getline(fields, field, '\t');) row.push_back(field);
    }
    ASSERT_EQ(rows_.size(), kSamples);
    ASSERT_EQ(rows_[0].size(), 7U);
  }

  void expect_row(const std::string& text, std::size_t i) const {
    const Json json = Json::parse(text);
    const std::vector<std::string>& row = rows_.at(i);
    EXPECT_EQ(json.size(), 5U);
    EXPECT_EQ(json["time"].get<double>(), std::stod(row[0]));
    EXPECT_EQ(json["label"], row[1]);
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(json["posterior"]["class" + std::to_string(k + 1)].get<double>(),
                std::strtod(row[2 + k].c_str(), nullptr));
    }
    EXPECT_EQ(json["log_likelihood"].get<double>(), std::stod(row[5]));
    EXPECT_EQ(json["flags"], row[6] == "n/a" ? Json::array() : Json::array({row[6]}));
  }

  std::vector<std::vector<std::string>> rows_;
};

TEST_F(StatesSenders, LinesOfJsonHaveTheNumbersOfTheTable) {
  std::istringstream lines(run(kReplay + "--format json").output);
  std::size_t n = 0;
  for (std::string line; std::getline(lines, line); ++n) expect_row(line, n);
  EXPECT_EQ(n, kSamples);
  EXPECT_EQ(run(kReplay + "--format table").output, run(kReplay).output);
  EXPECT_EQ(run(kReplay + "--format xml").code, 2);
}

TEST_F(StatesSenders, LinesOfJsonGoOnWithTheState) {
  const std::string whole = run(kReplay + "--format json").output;
  const std::string live =
      " | biotropy states stream --model model.nc --rate 100 --format json --state live.state -o live.jsonl";
  EXPECT_EQ(run("head -n 41 few.csv | tail -n +2" + live).code, 0);
  EXPECT_EQ(run("tail -n +42 few.csv" + live).code, 0);
  EXPECT_EQ(bytes_of(scratch_.path("live.jsonl")), whole);
}

TEST_F(StatesSenders, DatagramsAreThoseLines) {
  const Receiver receiver;
  const Ended ended = run(kReplay + "--udp " + receiver.place());
  EXPECT_EQ(ended.code, 0) << ended.errors;
  EXPECT_EQ(ended.output, run(kReplay).output);
  const auto datagrams = receiver.datagrams();
  ASSERT_EQ(datagrams.size(), kSamples);
  for (std::size_t i = 0; i < kSamples; ++i) expect_row(datagrams[i], i);
}

TEST_F(StatesSenders, MessagesOfOpenSoundControl) {
  if (::dlopen("liblo.so.7", RTLD_NOW) == nullptr) GTEST_SKIP() << "no liblo";
  const Receiver receiver;
  const Ended ended = run(kReplay + "--osc " + receiver.place());
  EXPECT_EQ(ended.code, 0) << ended.errors;
  EXPECT_EQ(ended.output, run(kReplay).output);
  const std::map<std::string, int> flags = {{"n/a", 0}, {"outlier", 2}, {"warm-up", 16}};
  std::size_t i = 0, changes = 0, expected_changes = 0;
  std::string before;
  for (const std::string& bytes : receiver.datagrams()) {
    Message message(bytes);
    if (message.path == "/biotropy/class") {
      EXPECT_EQ(message.types, ",ds");
      EXPECT_EQ(message.number<double>(), std::stod(rows_.at(i - 1)[0]));
      EXPECT_EQ(message.text(), rows_.at(i - 1)[1]);
      EXPECT_TRUE(message.is_over());
      ++changes;
      continue;
    }
    const std::vector<std::string>& row = rows_.at(i++);
    EXPECT_EQ(message.path, "/biotropy/state");
    EXPECT_EQ(message.types, ",dsiidfff");
    EXPECT_EQ(message.number<double>(), std::stod(row[0]));
    EXPECT_EQ(message.text(), row[1]);
    EXPECT_EQ("class" + std::to_string(message.number<std::int32_t>() + 1), row[1]);
    EXPECT_EQ(message.number<std::int32_t>(), flags.at(row[6]));
    EXPECT_EQ(message.number<double>(), std::stod(row[5]));
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(message.number<float>(), static_cast<float>(std::strtod(row[2 + k].c_str(), nullptr)));
    }
    EXPECT_TRUE(message.is_over());
    if (std::exchange(before, row[1]) != row[1]) ++expected_changes;
  }
  EXPECT_EQ(i, kSamples);
  EXPECT_EQ(changes, expected_changes);
  EXPECT_GT(changes, 1U);
}

TEST_F(StatesSenders, AddressesOfBothKinds) {
  const Receiver receiver(in6addr_loopback);
  if (!receiver.works()) GTEST_SKIP() << "no IPv6 here";
  const Ended ended = run(kReplay + "--osc [::1]:" + receiver.port());
  EXPECT_EQ(ended.code, 0) << ended.errors;
  EXPECT_EQ(ended.errors, "");
  EXPECT_GT(receiver.datagrams().size(), kSamples);
}

TEST_F(StatesSenders, NobodyNeedsToListen) {
  std::string place;
  {
    const Receiver gone;
    place = gone.place();
  }
  const Ended ended = run(kReplay + "--udp " + place);
  EXPECT_EQ(ended.code, 0) << ended.errors;
  EXPECT_EQ(ended.output, run(kReplay).output);
}

TEST_F(StatesSenders, PlacesThatAreNone) {
  for (const char* place :
       {"localhost", "localhost:0", "localhost:65536", ":9000", "localhost:", "localhost:9x", "::1:9000"}) {
    const Ended ended = run(kReplay + "--udp " + place);
    EXPECT_THAT(ended, Fails(2, "udp")) << place;
    EXPECT_EQ(ended.output, "");
  }
  const Ended unknown = run(kReplay + "--udp no.such.host.invalid:9000");
  EXPECT_THAT(unknown, Fails(2, "udp"));
  const Ended no_library = run("BIOTROPY_LO=/nowhere/liblo.so " + kReplay + "--osc localhost:9000");
  EXPECT_THAT(no_library, Fails(2, "osc"));
}

}  // namespace
}  // namespace biotropy
