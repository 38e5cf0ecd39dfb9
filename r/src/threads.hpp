// SPDX-License-Identifier: Apache-2.0
//
// How the library may use the machine: what the user asks for, within what options and the environment allow.
#pragma once

#include "arguments.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::r {

/// @param threads,device the arguments of those names; NULL: the options biotropy.threads and biotropy.device, or two
/// threads (RCPP_PARALLEL_NUM_THREADS, if the environment sets that) and "auto".
/// @throws Refused, and Error for an environment variable that is no number.
Execution execution_of(SEXP threads, SEXP device);

/// As the arguments threads and device of the function that was called say.
inline Execution execution_of(const Arguments& given) {
  return execution_of(given.value("threads"), given.value("device"));
}

}  // namespace biotropy::r
