// SPDX-License-Identifier: Apache-2.0
//
// The steps in which samples were stored, as integers or with a few decimals. In a direction in which samples vary by
// no more than their rounding, such as that of an average reference, a density would be one of rounding: its variance
// is a twelfth of a squared step, far above that of the rounding of doubles, which a rank tolerance is for.
#pragma once

#include <cstddef>
#include <span>

#include "biotropy/sicamm/samples_internal.hpp"

namespace biotropy::sicamm {

/// The step of each channel; infinite for a constant one. Empty unless every channel has one.
/// @param samples [sample * channels + channel], finite.
Vector stored_steps(std::span<const double> samples, std::size_t channels);

/// How many directions of this covariance have at most the variance of rounding to these steps.
Index rounded_directions(const Matrix& covariance, const Vector& steps);

}  // namespace biotropy::sicamm
