// SPDX-License-Identifier: Apache-2.0
//
// JADE (Cardoso 1999): for independent sources every matrix of fourth-order cumulants is diagonal, so the rotation
// makes all of them as diagonal as possible. With p the products z_i z_j of a sample, all fourth moments are one matrix
// product, E[p p^T]. The rotation is found by Jacobi's method: the best angle for two components has a closed form, and
// pairs are rotated in turn until all angles vanish.
#include <cmath>
#include <vector>

#include "biotropy/sicamm/ica/separation_internal.hpp"

namespace biotropy::sicamm {

namespace {

/// Index of z_i z_j among the products, i <= j.
Index product(Index i, Index j) {
  return std::max(i, j) * (std::max(i, j) + 1) / 2 + std::min(i, j);
}

Matrix fourth_moments(const Matrix& white, const Vector& weights, const CancelFlag* cancel) {
  constexpr Index block = 1024;
  const Index m = white.rows(), products = m * (m + 1) / 2;
  Matrix sum = Matrix::Zero(products, products), p(products, block);
  for (Index first = 0; first < white.cols(); first += block) {
    if (cancel != nullptr) cancel->check();
    const Index count = std::min(block, white.cols() - first);
    for (Index i = 0; i < count; ++i) {
      const double root = std::sqrt(weights(first + i));
      for (Index j = 0; j < m; ++j) {
        for (Index k = 0; k <= j; ++k) p(product(k, j), i) = root * white(j, first + i) * white(k, first + i);
      }
    }
    sum.selfadjointView<Eigen::Lower>().rankUpdate(p.leftCols(count));
  }
  return sum.selfadjointView<Eigen::Lower>();
}

// One matrix for each pair of components, side by side; those of different components count twice in the criterion.
std::vector<Matrix> cumulant_matrices(const Matrix& moments, Index m) {
  std::vector<Matrix> result;
  for (Index k = 0; k < m; ++k) {
    for (Index l = 0; l <= k; ++l) {
      Matrix q(m, m);
      for (Index i = 0; i < m; ++i) {
        for (Index j = 0; j < m; ++j) {
          q(i, j) = moments(product(i, j), product(k, l)) - (i == j && k == l ? 1.0 : 0.0) -
                    (i == k && j == l ? 1.0 : 0.0) - (i == l && j == k ? 1.0 : 0.0);
        }
      }
      result.push_back(k == l ? q : Matrix(std::sqrt(2.0) * q));
    }
  }
  return result;
}

double best_angle(const std::vector<Matrix>& all, Index p, Index q) {
  double on = 0.0, off = 0.0;
  for (const Matrix& c : all) {
    const double difference = c(p, p) - c(q, q), across = c(p, q) + c(q, p);
    on += difference * difference - across * across;
    off += 2.0 * difference * across;
  }
  return 0.5 * std::atan2(off, on + std::hypot(on, off));
}

void rotate(std::vector<Matrix>& all, Matrix& rotation, Index p, Index q, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  for (Matrix& one : all) {
    const Vector first = c * one.col(p) + s * one.col(q);
    one.col(q) = c * one.col(q) - s * one.col(p);
    one.col(p) = first;
    const Eigen::RowVectorXd row = c * one.row(p) + s * one.row(q);
    one.row(q) = c * one.row(q) - s * one.row(p);
    one.row(p) = row;
  }
  const Eigen::RowVectorXd row = c * rotation.row(p) + s * rotation.row(q);
  rotation.row(q) = c * rotation.row(q) - s * rotation.row(p);
  rotation.row(p) = row;
}

}  // namespace

Separation jade(const Matrix& white, const Vector& weights, const UnmixingSettings& settings,
                const CancelFlag* cancel) {
  const Index m = white.rows();
  std::vector<Matrix> all = cumulant_matrices(fourth_moments(white, weights, cancel), m);
  Separation result{Matrix::Identity(m, m), 0, false};
  while (result.iterations < settings.most_iterations && !result.converged) {
    double largest = 0.0;
    for (Index p = 0; p < m; ++p) {
      if (cancel != nullptr) cancel->check();
      for (Index q = p + 1; q < m; ++q) {
        const double angle = best_angle(all, p, q);
        largest = std::max(largest, std::abs(angle));
        if (std::abs(angle) > settings.tolerance) rotate(all, result.matrix, p, q, angle);
      }
    }
    result.converged = largest <= settings.tolerance;
    ++result.iterations;
  }
  return result;
}

}  // namespace biotropy::sicamm
