// SPDX-License-Identifier: Apache-2.0
//
// Maximum likelihood of W: ln |det W| + sum_j E[ln f_j(y_j)] with y = W x. A step is W <- (I - a D) W, relative to the
// current W, so that the mixing does not matter. With the scores phi_j = -(ln f_j)' the gradient is G = E[phi(y) y^T] -
// I, and near independence the second derivative has blocks for pairs of components,
//
//     k_ij D_ij + D_ji = G_ij,   D_ij + k_ji D_ji = G_ji,   k_ij = E[phi'_i] E[y_j^2]
//
// (Zibulevsky 2003). Eigenvalues of a block are kept positive, so that every step goes uphill; the step is halved until
// it does.
#include <cmath>
#include <limits>

#include "biotropy/sicamm/ica/separation_internal.hpp"

namespace biotropy::sicamm {

namespace {

struct Moments {
  Matrix gradient;        // E[phi(y) y^T] - I
  Vector slopes;          // E[phi'_i]
  Vector squares;         // E[y_j^2]
  Vector slopes_squares;  // E[phi'_i y_i^2]
};

Moments moments(const Matrix& sources, const Vector& weights, const SourceShapes& shapes, const CancelFlag* cancel) {
  const Index m = sources.rows();
  const Matrix sums = sum_over_blocks(sources.cols(), m, m + 3, cancel, [&](Block block, Matrix& sum) {
    const Matrix y = sources.middleCols(block.first, block.count);
    Matrix scores(m, block.count);
    for (Index i = 0; i < block.count; ++i) {
      const double w = weights(block.first + i);
      for (Index j = 0; j < m; ++j) {
        const LogShape shape = shapes.at(j, y(j, i));
        const double square = y(j, i) * y(j, i);
        scores(j, i) = -shape.slope * w;
        sum(j, m) -= w * shape.curvature;
        sum(j, m + 1) += w * square;
        sum(j, m + 2) -= w * shape.curvature * square;
      }
    }
    sum.leftCols(m).noalias() = scores * y.transpose();
  });
  return {sums.leftCols(m) - Matrix::Identity(m, m), sums.col(m), sums.col(m + 1), sums.col(m + 2)};
}

double objective(const Matrix& matrix, const Matrix& sources, const Vector& weights, const SourceShapes& shapes,
                 const CancelFlag* cancel) {
  const Matrix sum = sum_over_blocks(sources.cols(), 1, 1, cancel, [&](Block block, Matrix& total) {
    for (Index i = block.first; i < block.first + block.count; ++i) {
      double value = 0.0;
      for (Index j = 0; j < sources.rows(); ++j) value += shapes.at(j, sources(j, i)).value;
      total(0, 0) += weights(i) * value;
    }
  });
  return sum(0, 0) + log_abs_determinant(matrix);
}

Matrix direction(const Moments& at) {
  constexpr double least_eigenvalue = 0.1;
  const Index m = at.gradient.rows();
  Matrix result(m, m);
  for (Index i = 0; i < m; ++i) {
    result(i, i) = at.gradient(i, i) / std::max(1.0 + at.slopes_squares(i), least_eigenvalue);
    for (Index j = 0; j < i; ++j) {
      double ij = at.slopes(i) * at.squares(j), ji = at.slopes(j) * at.squares(i);
      const double least = 0.5 * (ij + ji - std::sqrt((ij - ji) * (ij - ji) + 4.0));
      const double raised = std::max(0.0, least_eigenvalue - least);
      ij += raised;
      ji += raised;
      const double determinant = ij * ji - 1.0;
      result(i, j) = (ji * at.gradient(i, j) - at.gradient(j, i)) / determinant;
      result(j, i) = (ij * at.gradient(j, i) - at.gradient(i, j)) / determinant;
    }
  }
  return result;
}

}  // namespace

Separation relative_newton(const Matrix& samples, const Vector& weights, const Matrix& start, SourceShapes& shapes,
                           const NewtonSettings& settings, const CancelFlag* cancel) {
  constexpr int most_halvings = 12;
  constexpr double rounding = 1e-13;  // near the maximum, a step may be below the rounding of the sum
  const Index m = start.rows();
  Separation result{start, 0, false};
  Matrix sources = product(start, samples);
  double reached = 0.0;
  while (result.iterations < settings.most_sweeps) {
    if (shapes.adapt(sources, weights) || result.iterations == 0) {
      reached = objective(result.matrix, sources, weights, shapes, cancel);
    }
    Moments at = moments(sources, weights, shapes, cancel);
    if (shapes.follow_scale()) at.gradient.diagonal().setZero();
    if (at.gradient.cwiseAbs().maxCoeff() < settings.tolerance) {
      result.converged = true;
      return result;
    }
    const Matrix step = direction(at);
    bool uphill = false;
    double length = 1.0;
    for (int halving = 0; halving < most_halvings && !uphill; ++halving, length *= 0.5) {
      const Matrix change = Matrix::Identity(m, m) - length * step;
      const Matrix matrix = product(change, result.matrix), moved = product(change, sources);
      const double value = objective(matrix, moved, weights, shapes, cancel);
      uphill = value > reached - rounding * (1.0 + std::abs(reached));
      if (!uphill) continue;
      reached = value;
      result.matrix = matrix;
      sources = moved;
    }
    ++result.iterations;
    if (!uphill) return result;
  }
  return result;
}

}  // namespace biotropy::sicamm
