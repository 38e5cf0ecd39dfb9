// SPDX-License-Identifier: Apache-2.0
//
// Many pushes into sliding windows, compared with a recount of the window at intervals.
#pragma once

#include <cstdint>
#include <string_view>

namespace biotropy::bench {

/// @param pushes into each window. @param r "fixed" or "sd": the windows of such r alone; empty: all.
/// @returns 0, or 1 after a value that differs from the recount, and for another word.
int soak(std::uint64_t pushes, std::string_view r);

}  // namespace biotropy::bench
