// SPDX-License-Identifier: Apache-2.0
//
// Counts what the program asks operator new for.
#pragma once

#include <cstddef>

namespace biotropy::sicamm {

/// So far, from all threads.
std::size_t allocations();

}  // namespace biotropy::sicamm
