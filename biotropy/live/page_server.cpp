// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/page_server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/live/endpoint.hpp"
#include "biotropy/system/interruption.hpp"
#include "biotropy/system/socket.hpp"

namespace biotropy::live {

namespace {

constexpr std::size_t kMostClients = 16, kLongestRequest = 16384;
constexpr std::chrono::milliseconds kPauseOfAccept{200};
constexpr std::string_view kEndOfHead = "\r\n\r\n";

std::string response(std::string_view status, std::string_view type, std::string_view body,
                     std::string_view further = "") {
  return fmt::format(
      "HTTP/1.1 {}\r\nContent-Type: {}; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n"
      "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\nX-Frame-Options: DENY\r\n"
      "Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
      "img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'\r\n{}\r\n{}",
      status, type, body.size(), further, body);
}

std::string refusal(std::string_view status, std::string_view reason, std::string_view further = "") {
  return response(status, "text/plain", fmt::format("{}\n", reason), further);
}

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

// Values of a header field, in lower case.
std::vector<std::string> fields(std::string_view head, std::string_view name) {
  std::vector<std::string> found;
  for (std::size_t at = head.find("\r\n"); at != std::string_view::npos; at = head.find("\r\n", at)) {
    at += 2;
    const std::string_view line = head.substr(at, head.find("\r\n", at) - at);
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos && in_lower_case(line.substr(0, colon)) == name) {
      found.push_back(in_lower_case(trimmed(line.substr(colon + 1))));
    }
  }
  return found;
}

}  // namespace

/// A connection: reads a request, writes the answer, and then waits until the browser has closed.
struct PageServer::Client {
  int descriptor;
  Clock::time_point deadline;
  std::string request, answer;
  std::size_t sent = 0;
  bool over = false;

  bool writes() const { return sent < answer.size(); }
};

PageServer::PageServer(int port, std::string page, std::function<std::string()> data,
                       std::chrono::milliseconds patience)
    : page_(std::move(page)), data_(std::move(data)), patience_(patience) {
  constexpr int waiting = 16;
  const system::Listener listener = listen_on_loopback(port, waiting, "show");
  listener_ = listener.descriptor;
  port_ = listener.port;
  end_ = system::make_bell();
  std::error_code fault = end_ < 0 ? system::socket_error(errno) : std::error_code();
  try {
    std::vector<Client> clients;
    clients.reserve(kMostClients);
    // Interruptions are for the thread that waits for samples.
    system::start_with_signals_blocked([&] {
      if (!fault) thread_ = std::thread([this, none = std::move(clients)]() mutable { serve(none); });
    });
  } catch (const std::system_error& error) {
    fault = error.code();
  }
  if (!fault) return;
  system::close_socket(listener_);
  if (end_ >= 0) system::close_socket(end_);
  throw Error(ErrorCode::io, fmt::format("the page cannot be served: {}", fault.message()));
}

PageServer::~PageServer() {
  system::ring(end_);
  thread_.join();
  system::close_socket(listener_);
  system::close_socket(end_);
}

void PageServer::serve(std::vector<Client>& clients) {
  std::array<system::Wait, kMostClients + 2> waits;
  while (true) {
    const auto now = Clock::now();
    std::erase_if(clients, [&](const Client& client) {
      const bool gone = client.over || now >= client.deadline;
      if (gone) system::close_socket(client.descriptor);
      return gone;
    });
    const bool accepts = clients.size() < kMostClients && !pausing_;
    auto wait = pausing_ ? kPauseOfAccept : patience_;
    waits[0] = {end_};
    waits[1] = {accepts ? listener_ : -1};
    for (std::size_t i = 0; i < clients.size(); ++i) {
      waits[i + 2] = {clients[i].descriptor, clients[i].writes()};
      wait = std::min(wait, std::chrono::ceil<std::chrono::milliseconds>(clients[i].deadline - now));
    }
    pausing_ = false;
    const bool ready = system::wait_for_any(std::span(waits).first(clients.size() + 2), wait);
    if (ready && waits[0].is_ready) break;
    for (std::size_t i = 0; ready && i < clients.size(); ++i) {
      if (waits[i + 2].is_ready) go_on(clients[i]);
    }
    if (ready && waits[1].is_ready) accept_client(clients);
  }
  for (const Client& client : clients) system::close_socket(client.descriptor);
}

// One that cannot be accepted, as for want of descriptors, leaves the listener readable: it is tried again after a
// while.
void PageServer::accept_client(std::vector<Client>& clients) {
  const int descriptor = system::accept_connection(listener_);
  if (descriptor < 0) {
    pausing_ = errno != EAGAIN && errno != EINTR && errno != ECONNABORTED;
  } else {
    clients.push_back({descriptor, Clock::now() + patience_, {}, {}, 0, false});
  }
}

// Without memory for its answer a client is left, and the stream goes on.
void PageServer::go_on(Client& client) const try {
  if (!client.writes()) read(client);
  if (client.over || !client.writes()) return;
  const auto count =
      system::send_some(client.descriptor, client.answer.data() + client.sent, client.answer.size() - client.sent);
  if (count < 0) {
    client.over = errno != EAGAIN && errno != EINTR;
    return;
  }
  client.sent += static_cast<std::size_t>(count);
  // A connection that is closed with something unread is reset, and the answer may be lost.
  if (!client.writes()) system::end_sending(client.descriptor);
} catch (const std::exception&) {
  client.over = true;
}

void PageServer::read(Client& client) const {
  std::array<char, 4096> bytes;
  const auto count = system::receive_some(client.descriptor, bytes.data(), bytes.size());
  if (count <= 0) {
    client.over = count == 0 || (errno != EAGAIN && errno != EINTR);
    return;
  }
  if (!client.answer.empty()) return;  // what follows the request
  client.request.append(bytes.data(), static_cast<std::size_t>(count));
  const std::size_t end = client.request.find(kEndOfHead);
  if (std::min(end, client.request.size()) > kLongestRequest) {
    client.answer =
        refusal("431 Request Header Fields Too Large", fmt::format("a request has at most {} bytes", kLongestRequest));
  } else if (end != std::string::npos) {
    client.request.resize(end + 2);  // its lines, each with its end
    client.answer = answer(client.request);
  }
}

bool PageServer::is_this_host(const std::string& request) const {
  const std::vector<std::string> hosts = fields(request, "host");
  if (hosts.size() != 1) return false;
  constexpr int port_of_http = 80;
  const auto is = [&](std::string_view name) {
    return hosts[0] == fmt::format("{}:{}", name, port_) || (port_ == port_of_http && hosts[0] == name);
  };
  return is("127.0.0.1") || is("localhost");
}

std::string PageServer::answer(const std::string& request) const {
  const std::string_view line = std::string_view(request).substr(0, request.find("\r\n"));
  const std::size_t first = line.find(' '), last = line.rfind(' ');
  if (first == last || !line.substr(last + 1).starts_with("HTTP/1.")) {
    return refusal("400 Bad Request", "a request begins with 'GET / HTTP/1.1'");
  }
  if (!is_this_host(request)) {
    return refusal("403 Forbidden", fmt::format("the Host is 127.0.0.1:{0} or localhost:{0}", port_));
  }
  if (line.substr(0, first) != "GET")
    return refusal("405 Method Not Allowed", "only GET is answered", "Allow: GET\r\n");
  const std::string_view path = line.substr(first + 1, last - first - 1);
  if (path == "/") return response("200 OK", "text/html", page_);
  if (path == "/data") return response("200 OK", "application/json", data_());
  return refusal("404 Not Found", "there are / and /data");
}

}  // namespace biotropy::live
