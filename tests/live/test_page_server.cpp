// SPDX-License-Identifier: Apache-2.0
//
// The server of the live page against clients that ask for something else, ask wrongly, slowly, or never read.
#include <atomic>
#include <deque>

#include "biotropy/live/page_server.hpp"
#include "tests/error_of.hpp"
#include "tests/live/page_client.hpp"

namespace biotropy::live {
namespace {

constexpr std::chrono::hours kForever{100};

class LivePage : public ::testing::Test {
 protected:
  std::string port() const { return std::to_string(server_.port()); }
  std::string request(const std::string& line, const std::string& head) const {
    return answer_to(server_.port(), line + "\r\n" + head + "\r\n");
  }
  std::string of_host(const std::string& host) const { return request("GET /data HTTP/1.1", "Host: " + host + "\r\n"); }

  std::atomic<int> asked_ = 0;
  PageServer server_{0, "<p>page</p>", [this] { return std::to_string(++asked_); }, kForever};
};

TEST_F(LivePage, GivesThePageAndTheNewestData) {
  const std::string page = got(server_.port(), "/");
  EXPECT_THAT(page, StartsWith("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 11\r\n"));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_EQ(body_of(page), "<p>page</p>");
  for (const char* expected : {"1", "2"}) {
    const std::string data = got(server_.port(), "/data");
    EXPECT_THAT(data, HasSubstr("application/json"));
    EXPECT_THAT(data, HasSubstr("Cache-Control: no-store"));
    EXPECT_EQ(body_of(data), expected);
  }
}

TEST_F(LivePage, IsThatOfThisHostAlone) {
  for (const std::string name : {"127.0.0.1", "localhost", "LocalHost"}) {
    EXPECT_THAT(of_host(name + ":" + port()), StartsWith("HTTP/1.1 200")) << name;
  }
  EXPECT_THAT(request("GET / HTTP/1.1", "hOST:\t localhost:" + port() + " \r\n"), StartsWith("HTTP/1.1 200"));
  const int asked = asked_;
  const std::string other_port = std::to_string(server_.port() == 65535 ? 1 : server_.port() + 1);
  for (const std::string& host :
       {std::string("evil.example:") + port(), std::string("127.0.0.1"), std::string("localhost"), std::string(),
        "localhost:" + other_port, "localhost:" + port() + "0", "127.0.0.1.evil.example:" + port(),
        "evil.example@localhost:" + port(), "localhost.:" + port(), "[::1]:" + port(), "0.0.0.0:" + port()}) {
    EXPECT_THAT(of_host(host), StartsWith("HTTP/1.1 403")) << host;
  }
  const std::string right = "Host: localhost:" + port() + "\r\n";
  EXPECT_THAT(request("GET /data HTTP/1.1", ""), StartsWith("HTTP/1.1 403"));
  EXPECT_THAT(request("GET /data HTTP/1.0", ""), StartsWith("HTTP/1.1 403"));
  EXPECT_THAT(request("GET /data HTTP/1.1", "X-Host: localhost:" + port() + "\r\n"), StartsWith("HTTP/1.1 403"));
  EXPECT_THAT(request("GET /data HTTP/1.1", right + "Host: evil.example\r\n"), StartsWith("HTTP/1.1 403"));
  EXPECT_THAT(request("GET /data HTTP/1.1", right + right), StartsWith("HTTP/1.1 403"));
  EXPECT_EQ(asked_, asked) << "no data was made for them";
}

TEST_F(LivePage, AnswersNothingElse) {
  const std::string host = "Host: localhost:" + port() + "\r\n";
  for (const char* method : {"POST", "HEAD", "PUT", "OPTIONS", "get", "CONNECT"}) {
    const std::string answer = request(method + std::string(" /data HTTP/1.1"), host);
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 405")) << method;
    EXPECT_THAT(answer, HasSubstr("Allow: GET\r\n")) << method;
  }
  for (const char* path : {"/favicon.ico", "/data/", "/data?x", "//", "/../etc/passwd", "*", ""}) {
    EXPECT_THAT(request("GET " + std::string(path) + " HTTP/1.1", host), StartsWith("HTTP/1.1 404")) << path;
  }
  for (const char* line : {"", "GET", "GET /", "GET / HTTP/2", "GET / SPDY", "\x16\x03\x01 \xff"}) {
    EXPECT_THAT(request(line, host), StartsWith("HTTP/1.1 400")) << line;
  }
  EXPECT_EQ(asked_, 0);
}

TEST_F(LivePage, TakesARequestInPieces) {
  const PageClient client(server_.port());
  for (const char c : "GET /data HTTP/1.1\r\nHost: localhost:" + port() + "\r\n\r\n") {
    ASSERT_TRUE(client.send(std::string(1, c)));
  }
  EXPECT_EQ(body_of(client.rest()), "1");
}

TEST_F(LivePage, RefusesALongRequest) {
  EXPECT_THAT(got(server_.port(), "/data", "Cookie: " + std::string(15'000, 'c') + "\r\n"), StartsWith("HTTP/1.1 200"));
  for (const std::size_t length : {20'000, 1'000'000}) {
    EXPECT_THAT(got(server_.port(), "/data", "Cookie: " + std::string(length, 'c') + "\r\n"),
                StartsWith("HTTP/1.1 431"));
  }
  // One that has no end.
  EXPECT_THAT(answer_to(server_.port(), std::string(20'000, 'x')), StartsWith("HTTP/1.1 431"));
  EXPECT_THAT(got(server_.port(), "/data"), StartsWith("HTTP/1.1 200"));
}

TEST_F(LivePage, ServesOthersBesideClientsThatSayNothing) {
  std::deque<PageClient> silent;
  for (int i = 0; i < 15; ++i) silent.emplace_back(server_.port()).send("GET / HT");
  EXPECT_THAT(got(server_.port(), "/data"), StartsWith("HTTP/1.1 200"));
}

TEST(LivePageInTime, LeavesClientsThatTakeTooLong) {
  const PageServer server(
      0, "", [] { return "{}"; }, std::chrono::milliseconds(50));
  std::deque<PageClient> silent;
  for (int i = 0; i < 16; ++i) silent.emplace_back(server.port());
  for (const PageClient& client : silent) EXPECT_EQ(client.rest(), "");
  // On a busy machine a request may take too long as well.
  while (body_of(got(server.port(), "/data")) != "{}") {
  }
}

TEST(LivePageInTime, GoesOnAndEndsBesideClientsThatDoNotRead) {
  const std::string large(64 << 20, 'x');
  std::deque<PageClient> deaf;
  {
    const PageServer server(
        0, large, [] { return "{}"; }, kForever);
    const std::string request = "GET / HTTP/1.1\r\nHost: localhost:" + std::to_string(server.port()) + "\r\n\r\n";
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(deaf.emplace_back(server.port()).send(request));
    EXPECT_EQ(body_of(got(server.port(), "/data")), "{}");
    EXPECT_EQ(body_of(got(server.port(), "/")), large);
  }
  EXPECT_LT(deaf[0].rest().size(), large.size()) << "the rest was never sent";
}

TEST(LivePageInTime, OutlivesDataThatCannotBeMade) {
  std::atomic<bool> fails = true;
  const auto data = [&]() -> std::string {
    if (fails) throw std::bad_alloc();
    return "{}";
  };
  const PageServer server(0, "", data, kForever);
  EXPECT_EQ(got(server.port(), "/data"), "");
  fails = false;
  EXPECT_EQ(body_of(got(server.port(), "/data")), "{}");
}

TEST(LivePagePort, IsRefusedWhereItCannotBeHad) {
  const auto none = [] { return std::string(); };
  const PageServer first(0, "", none);
  EXPECT_GT(first.port(), 0);
  for (const int port : {static_cast<int>(first.port()), -1, 65536}) {
    EXPECT_THAT(error_of([&] { PageServer(port, "", none); }), refuses("show", std::to_string(port)));
  }
}

}  // namespace
}  // namespace biotropy::live
