// SPDX-License-Identifier: Apache-2.0
//
// States as datagrams (UDP), a JSON object each. Nobody needs to receive them.
#pragma once

#include <string>
#include <vector>

#include "biotropy/live/states.hpp"

namespace biotropy::live {

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

}  // namespace biotropy::live
