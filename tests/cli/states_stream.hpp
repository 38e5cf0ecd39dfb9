// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states stream`, or another command that reads live samples, as a server: clients that speak to it over TCP,
// and what becomes of it.
#pragma once

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <future>

#include "biotropy/byte_order_internal.hpp"
#include "tests/cli/states_program.hpp"

namespace biotropy {

inline std::string greeting(std::uint32_t channels, std::uint32_t version = 1, const std::string& magic = "BIOTROPY") {
  std::string bytes = magic;
  append_little_endian(version, bytes);
  append_little_endian(channels, bytes);
  return bytes;
}

// A connection to a port of this machine; -1 where there is none.
inline int connected(int port) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int client = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (::connect(client, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return client;
  ::close(client);
  return -1;
}

inline void send_all(int client, const std::string& bytes) {
  ASSERT_EQ(::send(client, bytes.data(), bytes.size(), MSG_NOSIGNAL), static_cast<ssize_t>(bytes.size()));
}

class StatesStream : public StatesProgram {
 protected:
  void SetUp() override {
    trained();
    table_ = run("biotropy states classify test.csv --rate 100 --model model.nc").output;
    ASSERT_EQ(std::count(table_.begin(), table_.end(), '\n'), 2001);
    ASSERT_EQ(run("tail -n +2 test.csv > samples.csv").code, 0);
  }

  // The samples of test.csv as frames; the time of sample i is given.
  template <class Time>
  std::string frames(const Time& time) const {
    std::istringstream lines(bytes_of(scratch_.path("samples.csv")));
    std::string bytes, line;
    for (int i = 0; std::getline(lines, line); ++i) {
      append_little_endian(static_cast<double>(time(i)), bytes);
      std::istringstream fields(line);
      for (std::string field; std::getline(fields, field, ',');)
        append_little_endian(std::strtod(field.c_str(), nullptr), bytes);
    }
    return bytes;
  }

  // Kills a command when it has written more than 50 lines into the file, however slow the machine is; after a minute
  // in any case.
  Ended killed_at_work(const std::string& command, const std::string& file) {
    return run(command + " & for _ in $(seq 1200); do [ \"$(cat " + file +
               " 2>/dev/null | wc -l)\" -gt 50 ] && break; sleep 0.05; done; kill -s KILL $!; wait $!");
  }

  // Sends each text over a connection of its own, the next one when the stream is through with it. What the stream
  // wrote also stands in the file "out".
  Ended listen(const std::vector<std::string>& clients, const std::string& options) {
    Ended ended = serve(
        [&](int port, int) {
          for (const std::string& bytes : clients) {
            const int client = connected(port);
            // The stream may have gone, as it does at a mistake.
            ::send(client, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            ::shutdown(client, SHUT_WR);
            char none = 0;
            EXPECT_LE(::recv(client, &none, 1, 0), 0) << "it closes, and says nothing";
            ::close(client);
          }
        },
        options);
    scratch_.write("out", ended.output);
    return ended;
  }

  // What becomes of a stream that listens, while `act` is given its port and its process. However slow the machine is,
  // it is waited for as long as it runs.
  Ended serve(const std::function<void(int port, int process)>& act, const std::string& options = "") {
    scratch_.write("serve.sh", "echo $$ > process; exec '" + cli::test::program_file() + "' " + command_ +
                                   " --listen 0 " + options);
    std::filesystem::remove(scratch_.path("stderr"));  // where the one before said its port
    // A stream that is never spoken to ends with the time limit.
    auto ended = std::async(std::launch::async, [this] { return run("timeout 240 bash serve.sh"); });
    const std::string sign = "127.0.0.1:";
    std::size_t found = std::string::npos;
    while (found == std::string::npos && ended.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready) {
      const std::string said = bytes_of(scratch_.path("stderr"));
      found = said.find('\n') == std::string::npos ? found : said.find(sign);
      if (found == std::string::npos) continue;
      act(std::stoi(said.substr(found + sign.size())), std::stoi(bytes_of(scratch_.path("process"))));
    }
    EXPECT_NE(found, std::string::npos) << "it did not listen";
    return ended.get();
  }

  std::string command_ = "states stream --model model.nc";
  std::string table_;
};

}  // namespace biotropy
