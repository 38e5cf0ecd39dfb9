// SPDX-License-Identifier: Apache-2.0
//
// Threads and device of a call, from its arguments, options of R and limits of the environment.
#pragma once

#include "arguments.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::r {

/// @param threads,device the arguments of those names; NULL: the options biotropy.threads and biotropy.device, or two
/// threads (RCPP_PARALLEL_NUM_THREADS, if the environment sets that) and "auto".
/// @throws Refused, and Error for an environment variable that is not a number.
Execution execution_of(SEXP threads, SEXP device);

/// From the arguments threads and device of the called function.
inline Execution execution_of(const Arguments& given) {
  return execution_of(given.value("threads"), given.value("device"));
}

}  // namespace biotropy::r
