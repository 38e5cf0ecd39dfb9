// SPDX-License-Identifier: Apache-2.0
//
// Ctrl-C, SIGTERM and a closed terminal. Work is cancelled and ends as after an error, with all temporary files
// removed. Work that does not check for cancellation (reading a large file) is ended within a second.
#pragma once

#include "biotropy/threads.hpp"

namespace biotropy::cli {

/// Installs the signal handlers. Call once, before any thread starts.
void handle_interruptions();

/// Set by the first signal.
const CancelFlag& interruption();

}  // namespace biotropy::cli
