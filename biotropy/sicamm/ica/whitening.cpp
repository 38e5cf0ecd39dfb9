// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/ica/whitening.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/samples_internal.hpp"

namespace biotropy::sicamm {

namespace {

void check_weights(std::span<const double> weights, std::size_t samples) {
  if (weights.empty()) return;
  if (weights.size() != samples) {
    throw Error(ErrorCode::invalid_data, fmt::format("{} weights for {} samples", weights.size(), samples));
  }
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (!(weights[i] >= 0.0 && std::isfinite(weights[i]))) {
      throw Error(ErrorCode::invalid_data, fmt::format("the weight of sample {} is {}", i, weights[i]));
    }
  }
}

void check(std::span<const double> samples, std::size_t channels, std::span<const double> weights, double tolerance) {
  if (channels == 0) throw Error::argument("channels", "0", "an integer of at least 1");
  if (!(tolerance > 0.0 && tolerance < 1.0)) {
    throw Error::argument("rank_tolerance", fmt::format("{}", tolerance), "a number between 0 and 1");
  }
  if (samples.size() % channels != 0) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("{} numbers are no samples of {} channels", samples.size(), channels));
  }
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (!std::isfinite(samples[i])) {
      throw Error(ErrorCode::invalid_data,
                  fmt::format("sample {} of channel {} is {}", i / channels, i % channels, samples[i]));
    }
  }
  const std::size_t n = samples.size() / channels;
  check_weights(weights, n);
  const auto used = weights.empty() ? static_cast<std::ptrdiff_t>(n)
                                    : std::count_if(weights.begin(), weights.end(), [](double w) { return w > 0.0; });
  if (used < 2) throw Error(ErrorCode::too_short, fmt::format("{} samples have no covariance", used));
}

// Standard deviations of the channels of centred samples.
Vector spreads(const Matrix& centred, const Vector& weights, const Vector& mean) {
  // Rounding of the mean leaves a constant channel with this relative deviation.
  constexpr double rounding = 1e-13;
  Vector result = (centred.array().square().matrix() * weights).cwiseSqrt();
  for (Index channel = 0; channel < result.size(); ++channel) {
    if (!(result(channel) > rounding * std::abs(mean(channel)))) {
      throw Error(ErrorCode::constant_series, fmt::format("channel {} does not vary", channel));
    }
  }
  return result;
}

}  // namespace

double effective_count(std::span<const double> weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  return sum * sum / std::inner_product(weights.begin(), weights.end(), weights.begin(), 0.0);
}

Whitening whiten(std::span<const double> samples, std::size_t channels, std::span<const double> weights,
                 double rank_tolerance, double shrinkage) {
  check(samples, channels, weights, rank_tolerance);
  if (!(shrinkage >= 0.0 && shrinkage <= 1.0)) {
    throw Error::argument("shrinkage", fmt::format("{}", shrinkage), "a number from 0 to 1");
  }
  const auto m = static_cast<Index>(channels), n = static_cast<Index>(samples.size()) / m;
  const Eigen::Map<const Matrix> x(samples.data(), m, n);
  Vector w = Vector::Ones(n);
  if (!weights.empty()) w = Eigen::Map<const Vector>(weights.data(), n);
  w /= w.sum();
  const Vector mean = x * w;
  Matrix standard = x.colwise() - mean;
  const Vector scale = spreads(standard, w, mean);
  standard.array().colwise() /= scale.array();
  const Matrix correlation = standard * w.asDiagonal() * standard.transpose();
  const Spectrum spectrum = spectrum_of(correlation);

  Whitening result;
  result.mean.assign(mean.data(), mean.data() + m);
  result.matrix.resize(channels * channels);
  Eigen::Map<RowMatrix> matrix(result.matrix.data(), m, m);
  for (Index direction = 0; direction < m; ++direction) {
    const Index position = m - 1 - direction;  // Eigen sorts by increasing eigenvalue
    const double eigenvalue = spectrum.values(position);
    result.eigenvalues.push_back(eigenvalue);
    const bool varies = eigenvalue > rank_tolerance;
    if (varies) ++result.rank;
    const double shrunk = (1.0 - shrinkage) * eigenvalue + shrinkage;
    const double variance = varies || shrinkage > 0.0 ? shrunk : rank_tolerance;
    matrix.row(direction) =
        (spectrum.vectors.col(position).array() / scale.array()).matrix().transpose() / std::sqrt(variance);
  }
  return result;
}

}  // namespace biotropy::sicamm
