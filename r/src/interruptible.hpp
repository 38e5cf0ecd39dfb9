// SPDX-License-Identifier: Apache-2.0
//
// Long work that Ctrl-C can stop. R may be asked for interrupts by its own thread alone, so long work is done on a
// thread of its own while R's looks for them, twenty times a second. Short work is done in place: a thread costs more
// than it does.
#pragma once

#include <functional>

#include "biotropy/threads.hpp"
#include "entry.hpp"

namespace biotropy::r {

/// @param seconds a guess of how long the work takes on one thread.
/// What the library warns of becomes a warning of R once the work is done.
/// @throws what the work throws, and cpp11::unwind_exception for an interrupt.
void run_interruptibly(Execution execution, double seconds, const std::function<void(const Execution&)>& work);

}  // namespace biotropy::r
