// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Eigenvalues>

#include "biotropy/sicamm/dense_internal.hpp"

namespace biotropy::sicamm {

Matrix Spectrum::with(const Vector& other) const {
  return vectors * other.asDiagonal() * vectors.transpose();
}

Spectrum spectrum_of(const Matrix& symmetric) {
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(symmetric);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Vector eigenvalues_of(const Matrix& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(symmetric, Eigen::EigenvaluesOnly).eigenvalues();
}

Matrix inverse_square_root(const Matrix& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(symmetric).operatorInverseSqrt();
}

Matrix scaled(const Vector& left, const Matrix& matrix, const Vector& right) {
  return left.asDiagonal() * matrix * right.asDiagonal();
}

Matrix product(const Matrix& a, const Matrix& b) {
  return a * b;
}

Matrix product(const Matrix& a, const Matrix& b, const Matrix& c) {
  return a * b * c;
}

Matrix congruent(const Matrix& outer, const Matrix& inner) {
  return outer * inner * outer.transpose();
}

}  // namespace biotropy::sicamm
