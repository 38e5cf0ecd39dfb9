// SPDX-License-Identifier: Apache-2.0
//
// A CUDA driver without a GPU: one device whose memory is that of the process, with a single kernel, `scale`. It checks
// correct use of the driver: a context on every thread, arguments by address, and everything released.
#pragma once

#include <cstddef>

namespace biotropy::device::fake {

/// Makes the next call of the function (name without version) return the status; "" cancels this.
void fail_next(const char* function, int status);

/// Allocations, events and modules not released.
std::size_t n_alive();

/// Number of loaded programs.
std::size_t n_modules();

/// Milliseconds of every time span.
constexpr float kMilliseconds = 2.5F;

}  // namespace biotropy::device::fake
