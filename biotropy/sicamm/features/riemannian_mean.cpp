// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/features/riemannian_mean_internal.hpp"

namespace biotropy::sicamm {

namespace {

// Largest step, gradient and number of steps; those of pyriemann.
constexpr double kLeastStep = 1e-9;
constexpr int kMostSteps = 50;

template <typename Function>
Matrix function_of(const Matrix& matrix, Function function) {
  const Spectrum spectrum = spectrum_of(matrix);
  return spectrum.with(spectrum.values.unaryExpr(function));
}

// The mean of log(A C A) over all matrices. Blocks of matrices are added in order.
Matrix mean_logarithm(const std::vector<Matrix>& matrices, const Matrix& root, const CancelFlag* cancel) {
  constexpr std::size_t block = 64;
  const Index size = root.rows();
  std::vector<Matrix> sums((matrices.size() + block - 1) / block, Matrix::Zero(size, size));
  parallel_for(sums.size(), cancel, [&](std::size_t which) {
    const std::size_t end = std::min(matrices.size(), (which + 1) * block);
    for (std::size_t i = which * block; i < end; ++i) sums[which] += logarithm_of(product(root, matrices[i], root));
  });
  Matrix total = Matrix::Zero(size, size);
  for (const Matrix& sum : sums) total += sum;
  return total / static_cast<double>(matrices.size());
}

}  // namespace

Matrix logarithm_of(const Matrix& matrix) {
  const Spectrum spectrum = spectrum_of((matrix + matrix.transpose()) / 2.0);
  if (!(spectrum.values.minCoeff() > 0.0)) {
    return Matrix::Constant(matrix.rows(), matrix.cols(), std::numeric_limits<double>::quiet_NaN());
  }
  return spectrum.with(spectrum.values.array().log());
}

Matrix power_of(const Matrix& matrix, double exponent) {
  return function_of(matrix, [exponent](double value) { return std::pow(value, exponent); });
}

Matrix riemannian_mean(const std::vector<Matrix>& matrices, const Execution& execution) {
  const Index size = matrices.front().rows();
  Matrix mean = Matrix::Zero(size, size);
  for (const Matrix& one : matrices) mean += one;
  mean /= static_cast<double>(matrices.size());
  double step = 1.0, last = std::numeric_limits<double>::max();
  for (int i = 0; i < kMostSteps && step > kLeastStep; ++i) {
    const Matrix root = power_of(mean, 0.5);
    const Matrix gradient = mean_logarithm(matrices, power_of(mean, -0.5), execution.cancel);
    const double length = gradient.norm();
    if (!std::isfinite(length)) {
      throw Error(ErrorCode::too_short,
                  fmt::format("a window does not vary in all of {} directions: the tangent space needs a longer window "
                              "or a window-shrinkage",
                              size));
    }
    mean = product(root, function_of(step * gradient, [](double value) { return std::exp(value); }), root);
    if (length <= kLeastStep) break;
    const bool nearer = step * length < last;
    if (nearer) last = step * length;
    step *= nearer ? 0.95 : 0.5;
  }
  return mean;
}

}  // namespace biotropy::sicamm
