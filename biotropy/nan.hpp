// SPDX-License-Identifier: Apache-2.0
//
// The value of a result that is not defined, and of a sample that is missing.
#pragma once

#include <limits>

namespace biotropy {

inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace biotropy
