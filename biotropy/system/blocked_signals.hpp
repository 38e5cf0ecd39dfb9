// SPDX-License-Identifier: Apache-2.0
//
// Threads that requests to end (interruption.hpp) do not reach.
#pragma once

#include <functional>

namespace biotropy::system {

/// Calls `start`; the threads that it starts do not get the requests, which are for the one that waits.
void start_with_signals_blocked(const std::function<void()>& start);

}  // namespace biotropy::system
