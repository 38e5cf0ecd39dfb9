// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/gaussian_mixture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "biotropy/error.hpp"
#include "biotropy/random_internal.hpp"
#include "biotropy/sicamm/samples_internal.hpp"

namespace biotropy::sicamm {

namespace {

using Columns = Eigen::Map<const Matrix>;  // a sample is a column

constexpr double kLeastCount = 10.0 * std::numeric_limits<double>::epsilon();  // of a component that has no sample

Columns columns_of(std::span<const double> samples, std::size_t channels) {
  return {samples.data(), static_cast<Index>(channels), static_cast<Index>(samples.size() / channels)};
}

// The components with their Cholesky factors.
class Components {
 public:
  Components(const GaussianMixture& mixture, Index channels) {
    for (std::size_t k = 0; k < mixture.weights.size(); ++k) {
      const auto offset = static_cast<Index>(k) * channels;
      Component& one = components_.emplace_back(Component{
          Eigen::Map<const Vector>(mixture.means.data() + offset, channels),
          Cholesky(Eigen::Map<const RowMatrix>(mixture.covariances.data() + offset * channels, channels, channels))});
      if (!one.factor.is_definite) {
        throw Error(ErrorCode::invalid_data,
                    fmt::format("the covariance of component {} of a mixture is not positive definite", k + 1));
      }
      one.constant = std::log(mixture.weights[k]) -
                     0.5 * static_cast<double>(channels) * std::log(2.0 * std::numbers::pi) -
                     one.factor.log_determinant();
    }
  }

  // ln (w_k N(x_i; m_k, C_k)), a column for each component.
  Matrix joint(const Eigen::Ref<const Matrix>& samples) const {
    Matrix result(samples.cols(), static_cast<Index>(components_.size()));
    for (std::size_t k = 0; k < components_.size(); ++k) {
      const Component& one = components_[k];
      Matrix white = samples.colwise() - one.mean;
      one.factor.solve_in_place(white);
      result.col(static_cast<Index>(k)) = (one.constant - 0.5 * white.colwise().squaredNorm().array()).transpose();
    }
    return result;
  }

 private:
  struct Component {
    Vector mean;
    Cholesky factor;
    double constant = 0.0;
  };
  std::vector<Component> components_;
};

// ln of the sum over components of each sample.
Vector log_sums(const Matrix& joint) {
  const Vector largest = joint.rowwise().maxCoeff();
  return largest.array() + (joint.colwise() - largest).array().exp().rowwise().sum().log();
}

// Sums of r (x, 1) (x, 1)^T over the samples of a block, for each component below those of the one before it.
void add_moments(const Eigen::Ref<const Matrix>& samples, const Matrix& responsibilities, Matrix& sums) {
  const Index m = samples.rows(), size = m + 1;
  Matrix with_one(size, samples.cols());
  with_one << samples, Eigen::RowVectorXd::Ones(samples.cols());
  for (Index k = 0; k < responsibilities.cols(); ++k) {
    sums.block(k * size, 0, size, size).noalias() +=
        with_one * responsibilities.col(k).asDiagonal() * with_one.transpose();
  }
}

GaussianMixture maximised(const Matrix& sums, Index channels, double samples, double floor) {
  const Index size = channels + 1, components = sums.rows() / size;
  GaussianMixture result;
  double total = 0.0;
  for (Index k = 0; k < components; ++k) {
    const auto moments = sums.block(k * size, 0, size, size);
    const double count = moments(channels, channels) + kLeastCount;
    const Vector mean = moments.col(channels).head(channels) / count;
    Matrix covariance = moments.topLeftCorner(channels, channels) / count;
    // About the mean, also where `count` is more than the sum of the responsibilities.
    covariance -= mean * mean.transpose() * (2.0 - moments(channels, channels) / count);
    covariance.diagonal().array() += floor;
    result.weights.push_back(count / samples);
    total += result.weights.back();
    result.means.insert(result.means.end(), mean.begin(), mean.end());
    result.covariances.insert(result.covariances.end(), covariance.data(), covariance.data() + covariance.size());
  }
  for (double& weight : result.weights) weight /= total;
  return result;
}

// Squared distances of the samples from a mean.
Eigen::RowVectorXd distances(const Columns& samples, const Vector& mean) {
  return (samples.colwise() - mean).colwise().squaredNorm();
}

// Samples that are far from those chosen before, drawn in proportion to their squared distance.
Matrix spread_samples(const Columns& samples, Index count, std::uint64_t seed) {
  Random random(seed);
  Matrix result(samples.rows(), count);
  Eigen::RowVectorXd nearest = Eigen::RowVectorXd::Ones(samples.cols());
  for (Index k = 0; k < count; ++k) {
    const double drawn = random.uniform() * nearest.sum();
    double sum = 0.0;
    Index chosen = 0;
    while (chosen + 1 < samples.cols() && (sum += nearest[chosen]) <= drawn) ++chosen;
    result.col(k) = samples.col(chosen);
    const Eigen::RowVectorXd distance = distances(samples, result.col(k));
    nearest = k == 0 ? distance : nearest.cwiseMin(distance);
  }
  return result;
}

// 1 for the nearest mean of each sample, 0 for the others.
Matrix nearest_means(const Columns& samples, const Matrix& means) {
  Matrix squares(samples.cols(), means.cols());
  for (Index k = 0; k < means.cols(); ++k) squares.col(k) = distances(samples, means.col(k)).transpose();
  Matrix result = Matrix::Zero(squares.rows(), squares.cols());
  for (Index i = 0; i < squares.rows(); ++i) {
    Index nearest = 0;
    squares.row(i).minCoeff(&nearest);
    result(i, nearest) = 1.0;
  }
  return result;
}

}  // namespace

void validate(const MixtureSettings& settings) {
  const auto require = [](bool fine, const char* name, double value, const char* allowed) {
    if (!fine) throw Error::argument(name, fmt::format("{}", value), allowed);
  };
  constexpr std::size_t most_components = 100;
  require(settings.components >= 1 && settings.components <= most_components, "mixture_components",
          static_cast<double>(settings.components), "an integer from 1 to 100");
  require(settings.floor > 0.0 && std::isfinite(settings.floor), "floor", settings.floor, "a positive number");
  require(settings.tolerance > 0.0 && std::isfinite(settings.tolerance), "tolerance", settings.tolerance,
          "a positive number");
  require(settings.most_rounds >= 1, "most_rounds", static_cast<double>(settings.most_rounds),
          "an integer of at least 1");
}

GaussianMixture mixture_start(std::span<const double> samples, std::size_t channels, const MixtureSettings& settings) {
  validate(settings);
  const Columns data = columns_of(samples, channels);
  if (static_cast<std::size_t>(data.cols()) < settings.components) {
    throw Error(ErrorCode::too_short, fmt::format("{} finite samples are fewer than the {} components of a mixture",
                                                  data.cols(), settings.components));
  }
  Matrix means = spread_samples(data, static_cast<Index>(settings.components), settings.seed);
  Matrix members = nearest_means(data, means);
  constexpr int rounds_of_lloyd = 10;
  for (int round = 0; round < rounds_of_lloyd; ++round) {
    for (Index k = 0; k < means.cols(); ++k) {
      if (const double count = members.col(k).sum(); count > 0.0) means.col(k) = data * members.col(k) / count;
    }
    members = nearest_means(data, means);
  }
  const Index m = data.rows();
  Matrix sums = Matrix::Zero((m + 1) * means.cols(), m + 1);
  add_moments(data, members, sums);
  return maximised(sums, m, static_cast<double>(data.cols()), settings.floor);
}

GaussianMixture fit_mixture(std::span<const double> samples, std::size_t channels, const GaussianMixture& start,
                            const MixtureSettings& settings, const Execution& execution) {
  validate(settings);
  const Columns data = columns_of(samples, channels);
  const Index m = data.rows(), size = m + 1, components = static_cast<Index>(start.weights.size());
  GaussianMixture result = start;
  double before = -std::numeric_limits<double>::infinity();
  with_threads(execution, [&] {
    for (std::size_t round = 1; round <= settings.most_rounds; ++round) {
      const Components now(result, m);
      // The last row has the log-likelihood.
      const Matrix sums =
          sum_over_blocks(data.cols(), components * size + 1, size, execution.cancel, [&](Block block, Matrix& sum) {
            const auto part = data.middleCols(block.first, block.count);
            Matrix joint = now.joint(part);
            const Vector totals = log_sums(joint);
            sum(components * size, 0) = totals.sum();
            joint = (joint.colwise() - totals).array().exp();
            add_moments(part, joint, sum);
          });
      const double likelihood = sums(components * size, 0) / static_cast<double>(data.cols());
      result = maximised(sums.topRows(components * size), m, static_cast<double>(data.cols()), settings.floor);
      result.log_likelihood = likelihood;
      result.rounds = round;
      result.converged = std::abs(likelihood - before) < settings.tolerance;
      if (result.converged) return;
      before = likelihood;
    }
  });
  return result;
}

std::vector<double> log_densities(const GaussianMixture& mixture, std::span<const double> samples,
                                  std::size_t channels) {
  const Columns data = columns_of(samples, channels);
  const Components components(mixture, data.rows());
  std::vector<double> result(static_cast<std::size_t>(data.cols()));
  constexpr Index block = 2048;
  for (Index first = 0; first < data.cols(); first += block) {
    const Index count = std::min(block, data.cols() - first);
    Eigen::Map<Vector>(result.data() + first, count) = log_sums(components.joint(data.middleCols(first, count)));
  }
  return result;
}

}  // namespace biotropy::sicamm
