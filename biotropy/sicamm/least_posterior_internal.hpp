// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace biotropy::sicamm {

/// Smallest posterior in log losses: one impossible sample would make the mean infinite.
constexpr double kLeastPosterior = 1e-15;

}  // namespace biotropy::sicamm
