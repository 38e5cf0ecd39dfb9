// SPDX-License-Identifier: Apache-2.0
//
// FastICA with symmetric decorrelation (Hyvarinen 1999): every row w of a rotation is replaced by
//
//     E[z g(w z)] - E[g'(w z)] w,
//
// a Newton step to the next extremum of E[G(w z)]; then the rows are orthogonalised symmetrically.
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <cmath>

#include "biotropy/random_internal.hpp"
#include "biotropy/sicamm/ica/separation_internal.hpp"

namespace biotropy::sicamm {

namespace {

Matrix random_rotation(Index size, std::uint64_t seed) {
  Random random(seed);
  Matrix noise(size, size);
  for (double& entry : noise.reshaped()) entry = random.normal();
  return Eigen::HouseholderQR<Matrix>(noise).householderQ();
}

// (W W^T)^(-1/2) W.
Matrix decorrelated(const Matrix& rows) {
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(rows * rows.transpose());
  return solver.operatorInverseSqrt() * rows;
}

// Replaces the sources by g, and computes the slopes g'.
void apply(Contrast contrast, Matrix& sources, Matrix& slopes) {
  auto y = sources.array();
  switch (contrast) {
    case Contrast::logcosh:
      y = 1.0 - 2.0 / ((2.0 * y).exp() + 1.0);
      slopes = 1.0 - y.square();
      return;
    case Contrast::exp:
      slopes = (-0.5 * y.square()).exp();
      slopes.array() *= 1.0 - y.square();
      y *= (-0.5 * y.square()).exp();
      return;
    case Contrast::cube:
      slopes = 3.0 * y.square();
      y = y.cube();
      return;
  }
}

Matrix fixed_point(const Matrix& rotation, const Matrix& white, const Vector& weights, Contrast contrast,
                   const CancelFlag* cancel) {
  const Index m = rotation.rows();
  const Matrix sums = sum_over_blocks(white.cols(), m, m + 1, cancel, [&](Block block, Matrix& sum) {
    const auto z = white.middleCols(block.first, block.count);
    const auto w = weights.segment(block.first, block.count);
    Matrix y = rotation * z, slopes;
    apply(contrast, y, slopes);
    sum.col(m) = slopes * w;
    sum.leftCols(m).noalias() = y * w.asDiagonal() * z.transpose();
  });
  return sums.leftCols(m) - sums.col(m).asDiagonal() * rotation;
}

}  // namespace

Separation fastica(const Matrix& white, const Vector& weights, const UnmixingSettings& settings,
                   const CancelFlag* cancel) {
  Separation result{random_rotation(white.rows(), settings.seed), 0, false};
  while (result.iterations < settings.most_iterations && !result.converged) {
    const Matrix next = decorrelated(fixed_point(result.matrix, white, weights, settings.contrast, cancel));
    const auto cosines = (next * result.matrix.transpose()).diagonal().array().abs();
    result.converged = (cosines - 1.0).abs().maxCoeff() < settings.tolerance;
    result.matrix = next;
    ++result.iterations;
  }
  return result;
}

}  // namespace biotropy::sicamm
