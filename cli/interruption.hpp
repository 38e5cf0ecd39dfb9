// SPDX-License-Identifier: Apache-2.0
//
// Ctrl-C, SIGTERM and a terminal that is closed. Work is asked to stop and ends as it would after an error: in order,
// leaving nothing behind. What does not look at the request (reading a large file) is ended before a second has passed.
#pragma once

#include "biotropy/threads.hpp"

namespace biotropy::cli {

/// From here on the signals are heard. To be called once, before any thread starts.
void hear_interruptions();

/// Set by the first signal.
const CancelFlag& interruption();

}  // namespace biotropy::cli
