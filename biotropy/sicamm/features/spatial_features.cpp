// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/features/spatial_features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/features/window_covariance.hpp"
#include "biotropy/sicamm/samples_internal.hpp"

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

// The matrix logarithm of a symmetric matrix; NaN unless it is positive definite.
Matrix logarithm_of(const Matrix& matrix) {
  const Spectrum spectrum = spectrum_of((matrix + matrix.transpose()) / 2.0);
  if (!(spectrum.values.minCoeff() > 0.0)) {
    return Matrix::Constant(matrix.rows(), matrix.cols(), std::numeric_limits<double>::quiet_NaN());
  }
  return spectrum.with(spectrum.values.array().log());
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

// A power of a symmetric positive definite matrix.
Matrix power_of(const Matrix& matrix, double exponent) {
  return function_of(matrix, [exponent](double value) { return std::pow(value, exponent); });
}

// The matrix whose sum of squared distances |log(M^(-1/2) C M^(-1/2))|^2 to all matrices is least, by gradient descent
// from their arithmetic mean, with a step that shrinks where the gradient grows (Congedo et al. 2017).
// @throws Error too_short for a matrix that is not positive definite; cancelled.
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

// Share of the largest eigenvalue of the correlation matrix below which windows do not vary in a direction.
constexpr double kLeastVariance = 1e-9;

Matrix unpacked(std::span<const double> packed, std::size_t channels) {
  const auto m = static_cast<Index>(channels);
  Matrix matrix(m, m);
  std::size_t at = 0;
  for (Index i = 0; i < m; ++i) {
    for (Index j = i; j < m; ++j) matrix(i, j) = matrix(j, i) = packed[at++];
  }
  return matrix;
}

// Mean of the finite windows of a class, or of all with kUnlabelled.
Matrix mean_covariance(std::span<const Labelled> recordings, std::size_t channels, std::int32_t which,
                       std::size_t& count) {
  const std::size_t size = packed_size(channels);
  std::vector<double> sum(size, 0.0);
  count = 0;
  for (const Labelled& one : recordings) {
    for (std::size_t i = 0; i < one.labels.size(); ++i) {
      const auto packed = one.samples.subspan(i * size, size);
      if ((which != kUnlabelled && one.labels[i] != which) || !one.is_fitted(i) || !is_finite(packed)) continue;
      for (std::size_t k = 0; k < size; ++k) sum[k] += packed[k];
      ++count;
    }
  }
  for (double& value : sum) value /= static_cast<double>(std::max<std::size_t>(count, 1));
  return unpacked(sum, channels);
}

/// Directions in which windows vary, as columns: orthonormal for channels in units of their SD, and back in their own.
struct Directions {
  Matrix whitening;  ///< rows: W C W^T is the identity for the mean covariance C
  Matrix basis;      ///< rows, orthonormal; the identity where windows vary in all directions
};

Directions directions_of(const Matrix& covariance) {
  const Index m = covariance.rows();
  const Vector scale = covariance.diagonal().unaryExpr([](double v) { return v > 0.0 ? 1.0 / std::sqrt(v) : 0.0; });
  const Spectrum spectrum = spectrum_of(scaled(scale, covariance, scale));
  const Vector& values = spectrum.values;
  const Index kept = (values.array() > kLeastVariance * values.maxCoeff()).count();
  if (kept == 0) {
    throw Error(ErrorCode::constant_series, "no channel varies within a window: spatial features need one that does");
  }
  Directions result;
  const Matrix vectors = spectrum.vectors.rightCols(kept);
  result.whitening =
      values.tail(kept).cwiseSqrt().cwiseInverse().asDiagonal() * vectors.transpose() * scale.asDiagonal();
  if (kept == m) {
    result.basis = Matrix::Identity(m, m);
    return result;
  }
  // The row space of the covariance itself: orthogonal to its null space.
  const Matrix spanning = covariance * result.whitening.transpose();
  result.basis = orthonormal_columns(spanning, kept).transpose();
  return result;
}

// The extreme rows of V^T W for eigenvectors V: the largest eigenvalue, the smallest, the second largest, ...
void append_patterns(const Matrix& of_class, const Directions& directions, std::size_t components, Matrix& rows) {
  const Matrix whitened = congruent(directions.whitening, of_class);
  const Spectrum spectrum = spectrum_of((whitened + whitened.transpose()) / 2.0);
  const Index rank = whitened.rows(), before = rows.rows(), count = static_cast<Index>(components);
  rows.conservativeResize(before + count, directions.whitening.cols());
  for (Index i = 0; i < count; ++i) {
    const Index which = i % 2 == 0 ? rank - 1 - i / 2 : i / 2;
    Eigen::RowVectorXd row = spectrum.vectors.col(which).transpose() * directions.whitening;
    Index largest = 0;
    row.cwiseAbs().maxCoeff(&largest);
    rows.row(before + i) = row[largest] < 0.0 ? -row : row;
  }
}

Matrix fit_patterns(std::span<const Labelled> recordings, std::size_t channels, const std::vector<std::string>& classes,
                    std::size_t components) {
  if (classes.size() < 2) {
    throw Error(ErrorCode::invalid_data, "common spatial patterns need two classes or more: there is one");
  }
  const auto m = static_cast<Index>(channels);
  std::vector<Matrix> means;
  Matrix sum = Matrix::Zero(m, m);
  for (std::size_t k = 0; k < classes.size(); ++k) {
    std::size_t count = 0;
    means.push_back(mean_covariance(recordings, channels, static_cast<std::int32_t>(k), count));
    if (count == 0) {
      throw Error(ErrorCode::too_short,
                  fmt::format("class '{}': no window has its label, and common spatial patterns need one", classes[k]));
    }
    sum += means.back();
  }
  Matrix rows(0, m);
  const std::size_t problems = classes.size() == 2 ? 1 : classes.size();
  for (std::size_t k = 0; k < problems; ++k) {
    const Matrix others = (sum - means[k]) / static_cast<double>(classes.size() - 1);
    const Directions directions = directions_of(means[k] + others);
    const auto rank = static_cast<std::size_t>(directions.whitening.rows());
    if (components > rank) {
      throw Error::argument("components", fmt::format("{}", components),
                            fmt::format("at most {}, the number of directions in which the windows vary", rank));
    }
    append_patterns(means[k], directions, components, rows);
  }
  return rows;
}

// Finite labelled windows in the directions that are kept; all windows where none is labelled.
std::vector<Matrix> windows_in(std::span<const Labelled> recordings, std::size_t channels, const Matrix& basis) {
  const std::size_t size = packed_size(channels);
  const bool all = std::all_of(recordings.begin(), recordings.end(), [](const Labelled& one) {
    return std::all_of(one.labels.begin(), one.labels.end(), [](std::int32_t label) { return label == kUnlabelled; });
  });
  std::vector<Matrix> result;
  for (const Labelled& one : recordings) {
    for (std::size_t i = 0; i < one.labels.size(); ++i) {
      const auto packed = one.samples.subspan(i * size, size);
      if ((!all && one.labels[i] == kUnlabelled) || !one.is_fitted(i) || !is_finite(packed)) continue;
      result.push_back(congruent(basis, unpacked(packed, channels)));
    }
  }
  return result;
}

Matrix fit_tangent(std::span<const Labelled> recordings, std::size_t channels, const Execution& execution) {
  std::size_t count = 0;
  const Matrix covariance = mean_covariance(recordings, channels, kUnlabelled, count);
  if (count == 0) {
    throw Error(ErrorCode::too_short, "no window without missing samples: the tangent space needs one");
  }
  const Directions directions = directions_of(covariance);
  const std::vector<Matrix> windows = windows_in(recordings, channels, directions.basis);
  return product(power_of(riemannian_mean(windows, execution), -0.5), directions.basis);
}

// The features of one matrix.
void features_of(const SpatialMap& map, std::span<const double> packed, std::span<double> features) {
  if (!is_finite(packed)) {
    std::fill(features.begin(), features.end(), std::numeric_limits<double>::quiet_NaN());
    return;
  }
  const auto count = static_cast<Index>(map.row_count()), m = static_cast<Index>(map.channels);
  const Eigen::Map<const RowMatrix> rows(map.rows.data(), count, m);
  const Matrix covariance = unpacked(packed, map.channels);
  if (map.method == SpatialMethod::csp) {
    for (Index i = 0; i < count; ++i) {
      const double variance = rows.row(i) * covariance * rows.row(i).transpose();
      features[static_cast<std::size_t>(i)] =
          variance > 0.0 ? std::log(variance) : std::numeric_limits<double>::quiet_NaN();
    }
    return;
  }
  const Matrix logarithm = logarithm_of(rows * covariance * rows.transpose());
  std::size_t at = 0;
  for (Index i = 0; i < count; ++i) {
    for (Index j = i; j < count; ++j) features[at++] = (i == j ? 1.0 : std::numbers::sqrt2) * logarithm(i, j);
  }
}

}  // namespace

void validate(const SpatialSettings& settings) {
  if (!(settings.shrinkage >= 0.0 && settings.shrinkage <= 1.0)) {
    throw Error::argument("window_shrinkage", fmt::format("{}", settings.shrinkage), "a number from 0 to 1");
  }
  if (settings.components == 0) throw Error::argument("components", "0", "an integer of at least 1");
}

std::size_t SpatialMap::size() const {
  return method == SpatialMethod::csp ? row_count() : packed_size(row_count());
}

std::vector<std::string> feature_names(const SpatialMap& map, const std::vector<std::string>& channels) {
  std::vector<std::string> names;
  const std::size_t rows = map.row_count();
  if (map.method == SpatialMethod::csp) {
    for (std::size_t i = 1; i <= rows; ++i) names.push_back(fmt::format("CSP{}", i));
    return names;
  }
  std::vector<std::string> directions = channels;
  if (rows != channels.size()) {
    directions.clear();
    for (std::size_t i = 1; i <= rows; ++i) directions.push_back(fmt::format("direction {}", i));
  }
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = i; j < rows; ++j) names.push_back(fmt::format("{} x {}", directions[i], directions[j]));
  }
  return names;
}

SpatialMap fit_spatial(std::span<const Labelled> covariances, std::size_t channels,
                       const std::vector<std::string>& classes, const SpatialSettings& settings,
                       const Execution& execution) {
  validate(settings);
  validate(covariances, packed_size(channels), classes.size());
  SpatialMap map{settings.method, channels, {}};
  RowMatrix rows;
  with_threads(execution, [&] {
    rows = settings.method == SpatialMethod::csp ? fit_patterns(covariances, channels, classes, settings.components)
                                                 : fit_tangent(covariances, channels, execution);
  });
  map.rows.assign(rows.data(), rows.data() + rows.size());
  return map;
}

std::vector<double> spatial_features(const SpatialMap& map, std::span<const double> covariances,
                                     const Execution& execution) {
  const std::size_t size = packed_size(map.channels), count = covariances.size() / size, length = map.size();
  if (count * size != covariances.size()) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("{} numbers are no covariances of {} channels", covariances.size(), map.channels));
  }
  std::vector<double> result(count * length);
  with_threads(execution, [&] {
    parallel_for(count, execution.cancel, [&](std::size_t i) {
      features_of(map, covariances.subspan(i * size, size), std::span(result).subspan(i * length, length));
    });
  });
  return result;
}

std::vector<Labelled> spatial_features(const SpatialMap& map, std::span<const Labelled> covariances,
                                       std::vector<std::vector<double>>& values, const Execution& execution) {
  values.clear();
  std::vector<Labelled> result(covariances.begin(), covariances.end());
  for (const Labelled& one : covariances) values.push_back(spatial_features(map, one.samples, execution));
  for (std::size_t i = 0; i < result.size(); ++i) result[i].samples = values[i];
  return result;
}

}  // namespace biotropy::sicamm
