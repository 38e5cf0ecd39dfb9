// SPDX-License-Identifier: Apache-2.0
//
// A CUDA driver without a GPU: one device whose memory is that of the process, and one kernel that it knows, `scale`.
// It shows that the driver is called as it wants to be: with a context on every thread, arguments by address, and
// everything given back.
#pragma once

#include <cstddef>

namespace biotropy::device::fake {

/// The next call of the function of that name, without its version, gives the status; "" calls nothing off.
void fail_next(const char* function, int status);

/// Allocations, events and modules that were not given back.
std::size_t n_alive();

/// Programs that were taken.
std::size_t n_modules();

/// Milliseconds that every time span takes.
constexpr float kMilliseconds = 2.5F;

}  // namespace biotropy::device::fake
