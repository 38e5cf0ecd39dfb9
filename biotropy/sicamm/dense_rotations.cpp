// SPDX-License-Identifier: Apache-2.0
#include <Eigen/QR>

#include "biotropy/sicamm/dense_internal.hpp"

namespace biotropy::sicamm {

template <typename AnyMatrix>
AnyMatrix rotation_of(const AnyMatrix& matrix) {
  return Eigen::HouseholderQR<AnyMatrix>(matrix).householderQ();
}
template Matrix rotation_of(const Matrix&);
template RowMatrix rotation_of(const RowMatrix&);

Matrix orthonormal_columns(const Matrix& matrix, Index count) {
  return Eigen::HouseholderQR<Matrix>(matrix).householderQ() * Matrix::Identity(matrix.rows(), count);
}

Matrix pivoted_rotation_of(const Matrix& matrix) {
  const Eigen::ColPivHouseholderQR<Matrix> pivoted(matrix.transpose());
  const auto& order = pivoted.colsPermutation();
  const Matrix sorted = order.transpose() * matrix;
  return order * rotation_of(sorted);
}

Matrix echelon_form(const Matrix& rows) {
  const Eigen::ColPivHouseholderQR<Matrix> qr(rows);
  const Matrix upper = qr.matrixR().topRows(rows.rows()).template triangularView<Eigen::Upper>();
  return upper.leftCols(rows.rows()).triangularView<Eigen::Upper>().solve(upper) * qr.colsPermutation().transpose();
}

}  // namespace biotropy::sicamm
