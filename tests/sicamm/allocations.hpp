// SPDX-License-Identifier: Apache-2.0
//
// Counts the calls of operator new.
#pragma once

#include <cstddef>

namespace biotropy::sicamm {

/// Number so far, over all threads.
std::size_t allocations();

}  // namespace biotropy::sicamm
