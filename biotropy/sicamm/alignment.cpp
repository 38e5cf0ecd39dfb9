// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "biotropy/sicamm/alignment_internal.hpp"

namespace biotropy::sicamm {

namespace {

Matrix orthonormal_rest(const Model& model) {
  const auto m = static_cast<Index>(model.channels.size()), left_out = m - static_cast<Index>(model.rank());
  if (left_out == 0) return Matrix::Identity(m, m);
  const Eigen::Map<const RowMatrix> space(model.null_space.data(), left_out, m);
  const Matrix columns = space.transpose();
  const Matrix rotation = rotation_of(columns);
  return rotation.rightCols(m - left_out);
}

struct PointMoments {
  double mean = 0.0, variance = 0.0;
};

// Of the points, without the width of the kernels: of the sources of the training samples.
PointMoments moments_of(const KernelDensity& density) {
  const auto points = density.points(), weights = density.weights();
  PointMoments result;
  for (std::size_t i = 0; i < points.size(); ++i) result.mean += (weights.empty() ? 1.0 : weights[i]) * points[i];
  result.mean /= density.total_weight();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double deviation = points[i] - result.mean;
    result.variance += (weights.empty() ? 1.0 : weights[i]) * deviation * deviation;
  }
  result.variance /= density.total_weight();
  // A density of one point has its kernel alone.
  if (!(result.variance > 0.0)) result.variance = density.bandwidth() * density.bandwidth();
  return result;
}

Matrix symmetric_power(const Matrix& symmetric, double exponent) {
  const Spectrum spectrum = spectrum_of(symmetric);
  return spectrum.with(spectrum.values.cwiseMax(std::numeric_limits<double>::min()).array().pow(exponent));
}

}  // namespace

double AffineMap::log_determinant() const {
  return log_abs_determinant(matrix);
}

AffineMap AffineMap::after(const AffineMap& first) const {
  return {product(matrix, first.matrix), matrix * first.shift + shift};
}

ModelSpace::ModelSpace(const Model& model) : basis_(orthonormal_rest(model)) {
  const Index m = basis_.rows(), r = rank();
  within_ = Matrix::Zero(r, r);
  pooled_ = {1.0, Vector::Zero(r), Matrix::Zero(r, r)};
  for (const ClassModel& one : model.classes) {
    const Eigen::Map<const RowMatrix> unmixing(one.unmixing.data(), r, m);
    const Matrix mixing = inverse<Matrix>(unmixing * basis_);
    Vector mean(r), variance(r);
    for (Index j = 0; j < r; ++j) {
      const PointMoments source = moments_of(one.sources[static_cast<std::size_t>(j)]);
      mean[j] = source.mean;
      variance[j] = source.variance;
    }
    means_.push_back(basis_.transpose() * Eigen::Map<const Vector>(one.bias.data(), m) + mixing * mean);
    const double prior = model.chain.priors[means_.size() - 1];
    within_ += prior * (mixing * variance.asDiagonal() * mixing.transpose());
    pooled_.mean += prior * means_.back();
  }
  pooled_.covariance = within_;
  for (std::size_t k = 0; k < means_.size(); ++k) {
    const Vector apart = means_[k] - pooled_.mean;
    pooled_.covariance += model.chain.priors[k] * apart * apart.transpose();
  }
}

AffineMap ModelSpace::identity() const {
  return {Matrix::Identity(rank(), rank()), Vector::Zero(rank())};
}

Matrix ModelSpace::coordinates(std::span<const double> vectors) const {
  const Index m = basis_.rows();
  return basis_.transpose() * Eigen::Map<const Matrix>(vectors.data(), m, static_cast<Index>(vectors.size()) / m);
}

CoordinateMoments ModelSpace::moments(std::span<const Labelled> parts, std::optional<std::int32_t> which,
                                      const AffineMap* map) const {
  const auto channels = static_cast<std::size_t>(basis_.rows());
  const auto for_each = [&](const auto& use) {
    for (const Labelled& part : parts) {
      for (std::size_t i = 0; i < part.labels.size(); ++i) {
        const auto vector = part.samples.subspan(i * channels, channels);
        if ((which && part.labels[i] != *which) || !is_finite(vector)) continue;
        const Vector at = coordinates(vector);
        use(map != nullptr ? Vector(map->matrix * at + map->shift) : at);
      }
    }
  };
  CoordinateMoments result{0.0, Vector::Zero(rank()), Matrix::Zero(rank(), rank())};
  for_each([&](const Vector& at) {
    result.count += 1.0;
    result.mean += at;
  });
  if (result.count == 0.0) return result;
  result.mean /= result.count;
  for_each(
      [&](const Vector& at) { result.covariance.noalias() += (at - result.mean) * (at - result.mean).transpose(); });
  result.covariance /= result.count;
  return result;
}

std::vector<double> ModelSpace::mapped(std::span<const double> vectors, const AffineMap& map,
                                       const Vector* offset) const {
  const Index m = basis_.rows(), n = static_cast<Index>(vectors.size()) / m;
  const Vector shift = offset != nullptr ? Vector(map.shift - *offset) : map.shift;
  const Matrix whole = congruent(basis_, map.matrix);
  const Vector back = basis_ * shift;
  std::vector<double> result(vectors.size());
  for (Index i = 0; i < n; ++i) {
    const Eigen::Map<const Vector> from(vectors.data() + i * m, m);
    Eigen::Map<Vector> to(result.data() + i * m, m);
    if (from.allFinite()) {
      to.noalias() = whole * from + back;
    } else {
      to.setConstant(std::numeric_limits<double>::quiet_NaN());
    }
  }
  return result;
}

AffineMap ModelSpace::recentring(const CoordinateMoments& person) const {
  return {Matrix::Identity(rank(), rank()), pooled_.mean - person.mean};
}

double ModelSpace::squared_gain(const CoordinateMoments& person) const {
  const Matrix relative = solve(pooled_.covariance, person.covariance);
  return static_cast<double>(rank()) / relative.trace();
}

AffineMap ModelSpace::gain(const CoordinateMoments& person) const {
  const double factor = std::sqrt(squared_gain(person));
  return {Matrix::Identity(rank(), rank()) * factor, pooled_.mean - factor * person.mean};
}

Matrix ModelSpace::transport(const Matrix& from, const Matrix& to) const {
  const Vector sd = pooled_.covariance.diagonal().cwiseSqrt(), inverse = sd.cwiseInverse();
  const Matrix source = scaled(inverse, from, inverse);
  const Matrix target = scaled(inverse, to, inverse);
  const Matrix root = symmetric_power(source, 0.5), inverse_root = symmetric_power(source, -0.5);
  const Matrix between = product(inverse_root, symmetric_power(product(root, target, root), 0.5), inverse_root);
  return scaled(sd, between, inverse);
}

AffineMap ModelSpace::alignment(const CoordinateMoments& person, double own) const {
  const Matrix covariance = own * person.covariance + (1.0 - own) / squared_gain(person) * pooled_.covariance;
  const Matrix matrix = transport(covariance, pooled_.covariance);
  return {matrix, pooled_.mean - matrix * person.mean};
}

Model ModelSpace::behind(const Model& model, const AffineMap& map, const std::vector<Vector>& offsets) const {
  const Index m = basis_.rows(), r = rank();
  Model result = model;
  for (std::size_t k = 0; k < result.classes.size(); ++k) {
    ClassModel& one = result.classes[k];
    const Eigen::Map<const RowMatrix> unmixing(one.unmixing.data(), r, m);
    const RowMatrix mapped = unmixing * basis_ * map.matrix * basis_.transpose();
    Eigen::Map<Vector> bias(one.bias.data(), m);
    const Vector before = basis_.transpose() * bias;
    Vector centre = before - map.shift;
    if (!offsets.empty()) centre += offsets[k];
    bias += basis_ * (solve(map.matrix, centre) - before);
    one.unmixing.assign(mapped.data(), mapped.data() + mapped.size());
  }
  result.outlier_level += map.log_determinant();
  return result;
}

}  // namespace biotropy::sicamm
