// SPDX-License-Identifier: Apache-2.0
//
// Functions of symmetric positive definite matrices, and their mean in the affine-invariant metric.
#pragma once

#include <vector>

#include "biotropy/sicamm/samples_internal.hpp"

namespace biotropy::sicamm {

/// The matrix logarithm of a symmetric matrix; NaN unless it is positive definite.
Matrix logarithm_of(const Matrix& matrix);

/// A power of a symmetric positive definite matrix.
Matrix power_of(const Matrix& matrix, double exponent);

/// The matrix whose sum of squared distances |log(M^(-1/2) C M^(-1/2))|^2 to all matrices is least, by gradient descent
/// from their arithmetic mean, with a step that shrinks where the gradient grows (Congedo et al. 2017).
/// @throws Error too_short for a matrix that is not positive definite; cancelled.
Matrix riemannian_mean(const std::vector<Matrix>& matrices, const Execution& execution);

}  // namespace biotropy::sicamm
