// SPDX-License-Identifier: Apache-2.0
//
// Many pushes into sliding windows, compared with a recount of the window at intervals.
#pragma once

#include <cstdint>

namespace biotropy::bench {

/// @param pushes into each window. @returns 0, or 1 after a value that differs from the recount.
int soak(std::uint64_t pushes);

}  // namespace biotropy::bench
