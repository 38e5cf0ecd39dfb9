// SPDX-License-Identifier: Apache-2.0
//
// Linear algebra of dense matrices that is compiled once: Eigen's templates for a decomposition or a chain of products
// take seconds in every source that uses them. Other sources include its core alone.
#pragma once

#include <Eigen/Core>

namespace biotropy::sicamm {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Eigen::Index;

/// Eigenvalues in increasing order, and an eigenvector in each column.
struct Spectrum {
  Vector values;
  Matrix vectors;

  /// The symmetric matrix with these eigenvectors and other eigenvalues.
  Matrix with(const Vector& other) const;
};

/// Only the lower triangle of a symmetric matrix is read.
Spectrum spectrum_of(const Matrix& symmetric);
Vector eigenvalues_of(const Matrix& symmetric);
Matrix inverse_square_root(const Matrix& symmetric);

/// ln |det|; minus infinity for a singular matrix.
template <typename AnyMatrix>
double log_abs_determinant(const AnyMatrix& matrix);
double determinant(const RowMatrix& matrix);
/// An estimate of 1 over the condition in the 1-norm.
double reciprocal_condition(const RowMatrix& matrix);
template <typename AnyMatrix>
AnyMatrix inverse(const AnyMatrix& matrix);
/// The x of `matrix` x = `right`.
template <typename AnyMatrix, typename Right>
Right solve(const AnyMatrix& matrix, const Right& right);
/// The same for a symmetric matrix, of which only the lower triangle is read.
Vector solve_symmetric(const Matrix& lower, const Vector& right);

/// The lower triangular L of L L^T.
struct Cholesky {
  explicit Cholesky(const Matrix& symmetric);

  /// L^-1.
  template <typename AnyMatrix>
  AnyMatrix inverse() const;
  /// L^-1 of each column, in place.
  template <typename Columns>
  void solve_in_place(Columns& columns) const;
  double log_determinant() const;  ///< of L

  Matrix lower;
  bool is_definite;
};

/// The orthogonal matrix of a QR decomposition.
template <typename AnyMatrix>
AnyMatrix rotation_of(const AnyMatrix& matrix);
/// Its first columns, `count` of them.
Matrix orthonormal_columns(const Matrix& matrix, Index count);
/// The same as `rotation_of`, with a row of each column in front by pivoting, so that other rows are not mixed.
Matrix pivoted_rotation_of(const Matrix& matrix);
/// Combinations of the rows, which are independent, that are the identity in as many of the columns.
Matrix echelon_form(const Matrix& rows);

/// diag(left) matrix diag(right).
Matrix scaled(const Vector& left, const Matrix& matrix, const Vector& right);
Matrix product(const Matrix& a, const Matrix& b);
Matrix product(const Matrix& a, const Matrix& b, const Matrix& c);
/// outer inner outer^T.
Matrix congruent(const Matrix& outer, const Matrix& inner);

}  // namespace biotropy::sicamm
