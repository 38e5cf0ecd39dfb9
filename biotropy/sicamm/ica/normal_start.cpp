// SPDX-License-Identifier: Apache-2.0
//
// Start of expectation maximisation: centres and normal distributions.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "biotropy/random_internal.hpp"
#include "biotropy/sicamm/density/emissions_internal.hpp"
#include "biotropy/sicamm/ica/whitening.hpp"
#include "biotropy/sicamm/model.hpp"
#include "biotropy/sicamm/samples_internal.hpp"

namespace biotropy::sicamm {

namespace {

/// Samples in coordinates where their joint covariance is 1.
Matrix whitened(const FiniteSamples& samples) {
  const Whitening whitening = whiten(samples.values, samples.channels);
  const auto m = static_cast<Index>(samples.channels);
  const Eigen::Map<const Matrix> x(samples.values.data(), m, static_cast<Index>(samples.size()));
  return Eigen::Map<const RowMatrix>(whitening.matrix.data(), m, m) *
         (x.colwise() - Eigen::Map<const Vector>(whitening.mean.data(), m));
}

// Mean of the labelled samples of a class.
std::optional<Vector> labelled_centre(const Matrix& samples, const std::vector<std::int32_t>& labels,
                                      std::int32_t which) {
  Vector sum = Vector::Zero(samples.rows());
  std::size_t count = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] != which) continue;
    sum += samples.col(static_cast<Index>(i));
    ++count;
  }
  if (count == 0) return std::nullopt;
  return Vector(sum / static_cast<double>(count));
}

// Draws a sample with a probability that grows with its distance from the existing centres.
Vector drawn_centre(const Matrix& samples, const std::vector<Vector>& centres, Random& random) {
  Vector distances = Vector::Constant(samples.cols(), centres.empty() ? 1.0 : std::numeric_limits<double>::infinity());
  for (const Vector& centre : centres) {
    distances = distances.cwiseMin((samples.colwise() - centre).colwise().squaredNorm().transpose());
  }
  double left = random.uniform() * distances.sum();
  for (Index i = 0; i + 1 < samples.cols(); ++i) {
    left -= distances(i);
    if (left < 0.0) return samples.col(i);
  }
  return samples.col(samples.cols() - 1);
}

std::vector<double> from_labels(const FiniteSamples& samples, std::size_t classes) {
  std::vector<double> result(samples.size() * classes, 0.0);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (samples.labels[i] != kUnlabelled) result[i * classes + static_cast<std::size_t>(samples.labels[i])] = 1.0;
  }
  return result;
}

}  // namespace

bool enough_samples(const std::vector<double>& weights, std::size_t channels) {
  return !weights.empty() && effective_count(weights) > static_cast<double>(channels + 1);
}

Weighted weighted_samples(const FiniteSamples& samples, const std::vector<double>& posteriors, std::size_t classes,
                          std::size_t which) {
  constexpr double least = 1e-4;
  Weighted result;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double weight = posteriors[i * classes + which];
    if (weight < least) continue;
    const auto sample = samples.values.begin() + static_cast<std::ptrdiff_t>(i * samples.channels);
    result.samples.insert(result.samples.end(), sample, sample + static_cast<std::ptrdiff_t>(samples.channels));
    result.weights.push_back(weight);
  }
  return result;
}

std::vector<double> first_posteriors(const FiniteSamples& samples, std::size_t classes, std::uint64_t seed) {
  std::vector<double> labelled = from_labels(samples, classes);
  bool enough = true;
  for (std::size_t k = 0; k < classes; ++k) {
    enough = enough && enough_samples(weighted_samples(samples, labelled, classes, k).weights, samples.channels);
  }
  if (enough) return labelled;
  const Matrix z = whitened(samples);
  Random random(seed);
  std::vector<Vector> centres;
  std::vector<std::size_t> to_draw, order;
  for (std::size_t k = 0; k < classes; ++k) {
    if (auto centre = labelled_centre(z, samples.labels, static_cast<std::int32_t>(k))) {
      centres.push_back(std::move(*centre));
      order.push_back(k);
    } else {
      to_draw.push_back(k);
    }
  }
  for (const std::size_t k : to_draw) {
    centres.push_back(drawn_centre(z, centres, random));
    order.push_back(k);
  }
  std::vector<double> result(samples.size() * classes);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    double nearest = std::numeric_limits<double>::infinity(), sum = 0.0;
    double* of_sample = result.data() + i * classes;
    for (std::size_t c = 0; c < classes; ++c) {
      of_sample[order[c]] = (z.col(static_cast<Index>(i)) - centres[c]).squaredNorm();
      nearest = std::min(nearest, of_sample[order[c]]);
    }
    for (std::size_t k = 0; k < classes; ++k) sum += of_sample[k] = std::exp(0.5 * (nearest - of_sample[k]));
    for (std::size_t k = 0; k < classes; ++k) of_sample[k] /= sum;
  }
  return result;
}

std::optional<std::vector<double>> normal_log_densities(const FiniteSamples& samples,
                                                        const std::vector<double>& posteriors, std::size_t classes,
                                                        double rank_tolerance) {
  const auto m = static_cast<Index>(samples.channels), n = static_cast<Index>(samples.size());
  const Eigen::Map<const Matrix> x(samples.values.data(), m, n);
  std::vector<double> result(samples.size() * classes);
  for (std::size_t k = 0; k < classes; ++k) {
    const Weighted of_class = weighted_samples(samples, posteriors, classes, k);
    if (!enough_samples(of_class.weights, samples.channels)) return std::nullopt;
    const Whitening whitening = whiten(of_class.samples, samples.channels, of_class.weights, rank_tolerance);
    const Matrix z = Eigen::Map<const RowMatrix>(whitening.matrix.data(), m, m) *
                     (x.colwise() - Eigen::Map<const Vector>(whitening.mean.data(), m));
    const double at_mean = log_abs_determinant(whitening.matrix, samples.channels) -
                           0.5 * static_cast<double>(m) * std::log(2.0 * std::numbers::pi);
    for (Index i = 0; i < n; ++i) {
      result[static_cast<std::size_t>(i) * classes + k] = at_mean - 0.5 * z.col(i).squaredNorm();
    }
  }
  return result;
}

}  // namespace biotropy::sicamm
