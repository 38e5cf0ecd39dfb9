// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace biotropy::sicamm {

/// Log losses take no posterior for less: one impossible sample would make the mean of all infinite.
constexpr double kLeastPosterior = 1e-15;

}  // namespace biotropy::sicamm
