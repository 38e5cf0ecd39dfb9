// SPDX-License-Identifier: Apache-2.0
//
// Threads and device of a call, from its arguments, options of R and limits of the environment; and long work that
// Ctrl-C can stop. Only R's thread can check for interrupts, so long work runs on another thread while R's checks
// twenty times a second. Short work runs in R's thread, as starting a thread would take longer.
#pragma once

#include <functional>

#include "arguments.hpp"
#include "biotropy/notice.hpp"
#include "biotropy/threads.hpp"
#include "entry.hpp"

namespace biotropy::r {

/// @param threads,device the arguments of those names; NULL: the options biotropy.threads and biotropy.device, or two
/// threads (RCPP_PARALLEL_NUM_THREADS, if the environment sets that) and "auto".
/// @throws Refused, and Error for an environment variable that is not a number.
Execution execution_of(SEXP threads, SEXP device);

/// From the arguments threads and device of the called function.
inline Execution execution_of(const Arguments& given) {
  return execution_of(given.value("threads"), given.value("device"));
}

/// Notices of the library become conditions of R after the work. @param seconds estimated time of the work on one
/// thread.
/// @throws exceptions of the work, and cpp11::unwind_exception for an interrupt.
void run_interruptibly(Execution execution, double seconds, const std::function<void(const Execution&)>& work);

/// Signals notices as conditions of R. @throws cpp11::unwind_exception where a handler jumps.
void issue(const Notices& notices);

}  // namespace biotropy::r
