// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Cholesky>
#include <Eigen/LU>

#include "biotropy/sicamm/dense_internal.hpp"

namespace biotropy::sicamm {

template <typename AnyMatrix>
double log_abs_determinant(const AnyMatrix& matrix) {
  return Eigen::PartialPivLU<AnyMatrix>(matrix).matrixLU().diagonal().array().abs().log().sum();
}
template double log_abs_determinant(const Matrix&);
template double log_abs_determinant(const RowMatrix&);

double determinant(const RowMatrix& matrix) {
  return matrix.determinant();
}

double reciprocal_condition(const RowMatrix& matrix) {
  return Eigen::PartialPivLU<RowMatrix>(matrix).rcond();
}

template <typename AnyMatrix>
AnyMatrix inverse(const AnyMatrix& matrix) {
  return matrix.inverse();
}
template Matrix inverse(const Matrix&);
template RowMatrix inverse(const RowMatrix&);

template <typename AnyMatrix, typename Right>
Right solve(const AnyMatrix& matrix, const Right& right) {
  return Eigen::PartialPivLU<AnyMatrix>(matrix).solve(right);
}
template Matrix solve(const Matrix&, const Matrix&);
template Vector solve(const Matrix&, const Vector&);
template Vector solve(const RowMatrix&, const Vector&);

Vector solve_symmetric(const Matrix& lower, const Vector& right) {
  return lower.selfadjointView<Eigen::Lower>().ldlt().solve(right);
}

Cholesky::Cholesky(const Matrix& symmetric) {
  const Eigen::LLT<Matrix> factor(symmetric);
  lower = factor.matrixL();
  is_definite = factor.info() == Eigen::Success;
}

template <typename AnyMatrix>
AnyMatrix Cholesky::inverse() const {
  return lower.triangularView<Eigen::Lower>().solve(Matrix::Identity(lower.rows(), lower.cols()));
}
template Matrix Cholesky::inverse<Matrix>() const;
template RowMatrix Cholesky::inverse<RowMatrix>() const;

template <typename Columns>
void Cholesky::solve_in_place(Columns& columns) const {
  lower.triangularView<Eigen::Lower>().solveInPlace(columns);
}
template void Cholesky::solve_in_place(Matrix&) const;
template void Cholesky::solve_in_place(Vector&) const;

double Cholesky::log_determinant() const {
  return lower.diagonal().array().log().sum();
}

}  // namespace biotropy::sicamm
