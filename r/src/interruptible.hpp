// SPDX-License-Identifier: Apache-2.0
//
// Runs long work such that Ctrl-C can stop it. Only R's thread can check for interrupts, so long work runs on another
// thread while R's checks twenty times a second. Short work runs in R's thread, as starting a thread would take longer.
#pragma once

#include <functional>

#include "biotropy/notice.hpp"
#include "biotropy/threads.hpp"
#include "entry.hpp"

namespace biotropy::r {

/// Notices of the library become conditions of R after the work. @param seconds estimated time of the work on one
/// thread.
/// @throws exceptions of the work, and cpp11::unwind_exception for an interrupt.
void run_interruptibly(Execution execution, double seconds, const std::function<void(const Execution&)>& work);

/// Signals notices as conditions of R. @throws cpp11::unwind_exception where a handler jumps.
void issue(const Notices& notices);

}  // namespace biotropy::r
