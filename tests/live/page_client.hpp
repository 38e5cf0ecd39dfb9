// SPDX-License-Identifier: Apache-2.0
//
// A client of the page server that speaks through a plain socket, as rudely as a test asks for.
#pragma once

#include <string>

namespace biotropy::live {

/// A connection to a port of this machine, closed at the end.
class PageClient {
 public:
  explicit PageClient(int port);
  ~PageClient();
  PageClient(const PageClient&) = delete;
  PageClient& operator=(const PageClient&) = delete;

  /// Sends all of it. @returns false where the server has closed.
  bool send(const std::string& bytes) const;

  /// Everything until the server closes.
  std::string rest() const;

 private:
  int descriptor_ = -1;
};

/// The answer to `GET path` with the right Host and further lines of the head.
std::string got(int port, const std::string& path, const std::string& further = "");

/// The answer to a request as it stands.
std::string answer_to(int port, const std::string& request);

/// What follows the head of an answer.
std::string body_of(const std::string& answer);

}  // namespace biotropy::live
