// SPDX-License-Identifier: Apache-2.0
//
// Value of undefined results and of missing samples.
#pragma once

#include <limits>

namespace biotropy {

inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace biotropy
