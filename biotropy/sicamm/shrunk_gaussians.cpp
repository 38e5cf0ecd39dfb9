// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/shrunk_gaussians.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/samples_internal.hpp"

namespace biotropy::sicamm {

namespace {

struct CentredClass {
  Vector mean;
  RowMatrix samples;  // about the mean
};

CentredClass centred_class(std::span<const Labelled> recordings, std::size_t channels, std::size_t which,
                           const std::string& name) {
  const auto places = finite_samples_of(recordings, channels, static_cast<std::int32_t>(which));
  if (places.size() < 3) {
    throw Error(ErrorCode::too_short,
                fmt::format("class '{}' has {} finite samples; it must have at least 3", name, places.size()));
  }
  const std::vector<double> values = gather(recordings, channels, places);
  CentredClass result;
  result.samples =
      Eigen::Map<const RowMatrix>(values.data(), static_cast<Index>(places.size()), static_cast<Index>(channels));
  result.mean = result.samples.colwise().mean();
  result.samples.rowwise() -= result.mean.transpose();
  return result;
}

// SD of each channel about the means of the classes.
Vector scale_within(const std::vector<CentredClass>& classes, const std::vector<std::string>& channels) {
  Vector squares = Vector::Zero(static_cast<Index>(channels.size()));
  Index count = 0;
  for (const CentredClass& one : classes) {
    squares += one.samples.colwise().squaredNorm().transpose();
    count += one.samples.rows();
  }
  Vector scale = (squares / static_cast<double>(count)).cwiseSqrt();
  for (std::size_t c = 0; c < channels.size(); ++c) {
    if (!(scale[static_cast<Index>(c)] > 0.0)) {
      throw Error(ErrorCode::constant_series, fmt::format("channel '{}' does not vary within any class", channels[c]));
    }
  }
  return scale;
}

// Share of the identity: the squared error of the covariance over its squared distance from the identity's multiple.
double best_shrinkage(const RowMatrix& centred, const Matrix& covariance) {
  const auto n = static_cast<double>(centred.rows());
  const double mean_variance = covariance.trace() / static_cast<double>(covariance.rows());
  const double norm = covariance.squaredNorm();
  const double distance = norm - static_cast<double>(covariance.rows()) * mean_variance * mean_variance;
  if (!(distance > 0.0)) return 1.0;
  const double fourth = centred.rowwise().squaredNorm().array().square().sum();
  return std::clamp((fourth / n - norm) / n / distance, 0.0, 1.0);
}

}  // namespace

std::vector<ShrunkGaussian> fit_shrunk_gaussians(std::span<const Labelled> recordings,
                                                 const std::vector<std::string>& channels,
                                                 const std::vector<std::string>& classes) {
  validate(recordings, channels.size(), classes.size());
  std::vector<CentredClass> centred;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    centred.push_back(centred_class(recordings, channels.size(), k, classes[k]));
  }
  const Vector scale = scale_within(centred, channels);
  std::vector<ShrunkGaussian> result;
  for (CentredClass& one : centred) {
    one.samples *= scale.cwiseInverse().asDiagonal();
    Matrix covariance = one.samples.transpose() * one.samples / static_cast<double>(one.samples.rows());
    ShrunkGaussian gaussian;
    gaussian.shrinkage = best_shrinkage(one.samples, covariance);
    const double mean_variance = covariance.trace() / static_cast<double>(covariance.rows());
    covariance *= 1.0 - gaussian.shrinkage;
    covariance.diagonal().array() += gaussian.shrinkage * mean_variance;
    covariance = scaled(scale, covariance, scale);
    gaussian.mean.assign(one.mean.data(), one.mean.data() + one.mean.size());
    gaussian.covariance.assign(covariance.data(), covariance.data() + covariance.size());
    result.push_back(std::move(gaussian));
  }
  return result;
}

std::vector<double> log_densities(std::span<const ShrunkGaussian> gaussians, std::span<const double> samples) {
  if (gaussians.empty()) return {};
  const std::size_t channels = gaussians.front().mean.size(), classes = gaussians.size();
  const std::size_t count = samples.size() / channels;
  std::vector<double> result(count * classes, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t k = 0; k < classes; ++k) {
    const auto m = static_cast<Index>(channels);
    const Cholesky factor(Eigen::Map<const Matrix>(gaussians[k].covariance.data(), m, m));
    if (!factor.is_definite) {
      throw Error(ErrorCode::invalid_data, fmt::format("the covariance of class {} is not positive definite", k));
    }
    const double constant = -0.5 * static_cast<double>(m) * std::log(2.0 * std::numbers::pi) - factor.log_determinant();
    const Eigen::Map<const Vector> mean(gaussians[k].mean.data(), m);
    for (std::size_t i = 0; i < count; ++i) {
      const auto sample = samples.subspan(i * channels, channels);
      if (!is_finite(sample)) continue;
      Vector white = Eigen::Map<const Vector>(sample.data(), m) - mean;
      factor.solve_in_place(white);
      result[i * classes + k] = constant - 0.5 * white.squaredNorm();
    }
  }
  return result;
}

}  // namespace biotropy::sicamm
