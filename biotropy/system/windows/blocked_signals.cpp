// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/blocked_signals.hpp"

namespace biotropy::system {

void start_with_signals_blocked(const std::function<void()>& start) {
  start();
}

}  // namespace biotropy::system
