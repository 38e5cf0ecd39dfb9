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

/// References to the primary context that were not given back.
std::size_t n_contexts();

/// Makes a context of another library current on this thread, or none.
void set_current(void* context);
void* current_context();

/// Shared memory of the last launch.
std::size_t shared_bytes();

/// Milliseconds of every time span.
constexpr float kMilliseconds = 2.5F;

}  // namespace biotropy::device::fake
