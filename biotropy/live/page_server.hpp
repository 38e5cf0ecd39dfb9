// SPDX-License-Identifier: Apache-2.0
//
// One page and its newest data for browsers of this machine: GET / and GET /data over HTTP/1.1 on the loopback address,
// and nothing else. A thread of its own serves all clients without waiting for any; what a client may send, and how
// long it may take, is bounded. Only requests whose Host is this server are answered, so that no other site can read
// the data through a name that it resolves to this machine (DNS rebinding).
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace biotropy::live {

class PageServer {
 public:
  /// @param port 0: one that is free. @param page of HTML. @param data makes the JSON of an answer, on the thread of
  /// the server; if it throws, the client gets none. @param patience for a request and its answer. @throws Error
  /// invalid_argument ("show") where the port cannot be had, io where the system has no more threads or descriptors.
  PageServer(int port, std::string page, std::function<std::string()> data,
             std::chrono::milliseconds patience = std::chrono::seconds(10));

  /// Ends the thread, and with it all connections.
  ~PageServer();
  PageServer(const PageServer&) = delete;
  PageServer& operator=(const PageServer&) = delete;

  int port() const { return port_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Client;

  void serve(std::vector<Client>& clients);
  void accept_client(std::vector<Client>& clients);
  void go_on(Client& client) const;
  void read(Client& client) const;
  std::string answer(const std::string& request) const;
  bool is_this_host(const std::string& request) const;

  std::string page_;
  std::function<std::string()> data_;
  std::chrono::milliseconds patience_;
  int listener_ = -1, port_ = 0, end_ = -1;
  bool pausing_ = false;  // before a client is accepted again
  std::thread thread_;    // last: it uses all others
};

}  // namespace biotropy::live
