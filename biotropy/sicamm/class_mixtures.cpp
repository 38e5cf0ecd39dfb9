// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/class_mixtures.hpp"

#include <fmt/format.h>

#include <limits>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/samples_internal.hpp"

namespace biotropy::sicamm {

namespace {

// Finite samples of a class, each a column.
Matrix columns_of_class(std::span<const Labelled> recordings, std::size_t channels, std::size_t which,
                        const std::string& name) {
  const auto places = finite_samples_of(recordings, channels, static_cast<std::int32_t>(which));
  if (places.empty()) throw Error(ErrorCode::too_short, fmt::format("class '{}' has no finite sample", name));
  const std::vector<double> values = gather(recordings, channels, places);
  return Eigen::Map<const Matrix>(values.data(), static_cast<Index>(channels), static_cast<Index>(places.size()));
}

// Of the covariance within classes.
Cholesky covariance_factor(const std::vector<Matrix>& classes, const Matrix& means) {
  Matrix covariance = Matrix::Zero(means.rows(), means.rows());
  Index count = 0;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    const Matrix centred = classes[k].colwise() - means.col(static_cast<Index>(k));
    covariance.noalias() += centred * centred.transpose();
    count += centred.cols();
  }
  Cholesky factor(covariance / static_cast<double>(count));
  if (!factor.is_definite) {
    throw Error(ErrorCode::constant_series, "the samples do not vary in every direction within classes");
  }
  return factor;
}

}  // namespace

ClassMixtures fit_class_mixtures(std::span<const Labelled> recordings, const std::vector<std::string>& channels,
                                 const std::vector<std::string>& classes, const MixtureSettings& settings,
                                 const Execution& execution) {
  validate(settings);
  validate(recordings, channels.size(), classes.size());
  const auto m = static_cast<Index>(channels.size());
  std::vector<Matrix> samples;
  Matrix means(m, static_cast<Index>(classes.size()));
  for (std::size_t k = 0; k < classes.size(); ++k) {
    samples.push_back(columns_of_class(recordings, channels.size(), k, classes[k]));
    means.col(static_cast<Index>(k)) = samples[k].rowwise().mean();
  }
  const Cholesky factor = covariance_factor(samples, means);
  const Vector mean = means.rowwise().mean();
  const RowMatrix whitening = factor.inverse<RowMatrix>();
  ClassMixtures result;
  result.mean.assign(mean.begin(), mean.end());
  result.whitening.assign(whitening.data(), whitening.data() + whitening.size());
  result.log_volume = -factor.log_determinant();
  for (std::size_t k = 0; k < classes.size(); ++k) {
    samples[k].colwise() -= mean;
    const Matrix white = whitening * samples[k];
    const std::span values(white.data(), static_cast<std::size_t>(white.size()));
    try {
      const GaussianMixture start = mixture_start(values, channels.size(), settings);
      result.mixtures.push_back(fit_mixture(values, channels.size(), start, settings, execution));
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled) throw;
      throw Error(error.code(), fmt::format("class '{}': {}", classes[k], error.what()));
    }
  }
  return result;
}

std::vector<double> log_densities(const ClassMixtures& fitted, std::span<const double> samples) {
  const std::size_t channels = fitted.mean.size(), classes = fitted.mixtures.size(), count = samples.size() / channels;
  const auto m = static_cast<Index>(channels);
  std::vector<std::size_t> finite;
  for (std::size_t i = 0; i < count; ++i) {
    if (is_finite(samples.subspan(i * channels, channels))) finite.push_back(i);
  }
  Matrix white(m, static_cast<Index>(finite.size()));
  for (std::size_t i = 0; i < finite.size(); ++i) {
    white.col(static_cast<Index>(i)) = Eigen::Map<const Vector>(samples.data() + finite[i] * channels, m);
  }
  white.colwise() -= Eigen::Map<const Vector>(fitted.mean.data(), m);
  white = Eigen::Map<const RowMatrix>(fitted.whitening.data(), m, m) * white;
  std::vector<double> result(count * classes, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t k = 0; k < classes; ++k) {
    const auto values =
        log_densities(fitted.mixtures[k], {white.data(), static_cast<std::size_t>(white.size())}, channels);
    for (std::size_t i = 0; i < finite.size(); ++i) result[finite[i] * classes + k] = values[i] + fitted.log_volume;
  }
  return result;
}

}  // namespace biotropy::sicamm
