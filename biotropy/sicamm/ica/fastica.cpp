// SPDX-License-Identifier: Apache-2.0
//
// FastICA with symmetric decorrelation (Hyvarinen 1999): every row w of a rotation is replaced by
//
//     E[z g(w z)] - E[g'(w z)] w,
//
// a Newton step to the next extremum of E[G(w z)]; then the rows are orthogonalised symmetrically.
#include <cmath>

#include "biotropy/random_internal.hpp"
#include "biotropy/sicamm/ica/fixed_point_internal.hpp"
#include "biotropy/sicamm/ica/separation_internal.hpp"

namespace biotropy::sicamm {

namespace {

Matrix random_rotation(Index size, std::uint64_t seed) {
  Random random(seed);
  Matrix noise(size, size);
  for (double& entry : noise.reshaped()) entry = random.normal();
  return rotation_of(noise);
}

// (W W^T)^(-1/2) W.
Matrix decorrelated(const Matrix& rows) {
  return product(inverse_square_root(rows * rows.transpose()), rows);
}

}  // namespace

Separation fastica(const Matrix& white, const Vector& weights, const UnmixingSettings& settings,
                   const CancelFlag* cancel) {
  const FixedPoint fixed_point(white, weights, settings.contrast);
  Separation result{random_rotation(white.rows(), settings.seed), 0, false};
  while (result.iterations < settings.most_iterations && !result.converged) {
    const Matrix next = decorrelated(fixed_point.next(result.matrix, cancel));
    const auto cosines = (next * result.matrix.transpose()).diagonal().array().abs();
    result.converged = (cosines - 1.0).abs().maxCoeff() < settings.tolerance;
    result.matrix = next;
    ++result.iterations;
  }
  return result;
}

}  // namespace biotropy::sicamm
