// SPDX-License-Identifier: Apache-2.0
//
// States as datagrams (UDP), which nobody needs to receive: a JSON object each, or messages of Open Sound Control.
#pragma once

#include <string>
#include <vector>

#include "biotropy/live/states.hpp"

namespace biotropy::live {

struct LoLibrary;

class StateDatagrams {
 public:
  /// @param to HOST:PORT. @throws Error invalid_argument for another text or an unknown host.
  StateDatagrams(const std::string& to, std::vector<std::string> classes);
  ~StateDatagrams();
  StateDatagrams(const StateDatagrams&) = delete;
  StateDatagrams& operator=(const StateDatagrams&) = delete;

  /// @returns why it could not be sent, which loses it; otherwise nothing.
  std::string push(const State& state, double time);

 private:
  std::vector<std::string> classes_;
  int socket_;
};

// States as messages of Open Sound Control (1.0) over UDP, for programs of music, art and experiments. The library
// makes their bytes; sockets are our own, as it may know no IPv6.

/// Two kinds of messages. /biotropy/state for each state: time (double), class (string), its number from 0 and the
/// flags (integers), log-likelihood (double), and the posterior of each class (floats). /biotropy/class for the first
/// state, and each whose class differs from the one before: time (double) and class (string).
class OscOutlet {
 public:
  /// @param to HOST:PORT. @throws Error invalid_argument for another text, an unknown host or a missing library.
  OscOutlet(const std::string& to, std::vector<std::string> classes);
  ~OscOutlet();
  OscOutlet(const OscOutlet&) = delete;
  OscOutlet& operator=(const OscOutlet&) = delete;

  /// @returns why it could not be sent, which loses it; otherwise nothing.
  std::string push(const State& state, double time);

 private:
  std::string send(const char* path, void* message);

  const LoLibrary& library_;
  std::vector<std::string> classes_;
  int socket_;
  std::int32_t label_ = -1;  // of the state before
};

}  // namespace biotropy::live
