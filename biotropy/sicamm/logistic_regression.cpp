// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/logistic_regression.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/samples_internal.hpp"

namespace biotropy::sicamm {

namespace {

// Standardised samples with a last column of 1, and the class of each.
struct LogisticData {
  Vector means, scales, counts;
  RowMatrix samples;
  std::vector<Index> truth;
};

LogisticData logistic_data(std::span<const Labelled> recordings, const std::vector<std::string>& channels,
                           const std::vector<std::string>& classes) {
  const auto m = static_cast<Index>(channels.size());
  LogisticData data;
  data.counts = Vector::Zero(static_cast<Index>(classes.size()));
  std::vector<double> values;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    const auto places = finite_samples_of(recordings, channels.size(), static_cast<std::int32_t>(k));
    if (places.empty()) throw Error(ErrorCode::too_short, fmt::format("class '{}' has no finite sample", classes[k]));
    const std::vector<double> of_class = gather(recordings, channels.size(), places);
    values.insert(values.end(), of_class.begin(), of_class.end());
    data.truth.insert(data.truth.end(), places.size(), static_cast<Index>(k));
    data.counts[static_cast<Index>(k)] = static_cast<double>(places.size());
  }
  const auto n = static_cast<Index>(data.truth.size());
  const Eigen::Map<const RowMatrix> raw(values.data(), n, m);
  data.means = raw.colwise().mean();
  data.samples.resize(n, m + 1);
  data.samples.leftCols(m) = raw.rowwise() - data.means.transpose();
  data.scales = (data.samples.leftCols(m).colwise().squaredNorm().transpose() / static_cast<double>(n)).cwiseSqrt();
  for (std::size_t c = 0; c < channels.size(); ++c) {
    if (!(data.scales[static_cast<Index>(c)] > 0.0)) {
      throw Error(ErrorCode::constant_series, fmt::format("channel '{}' does not vary", channels[c]));
    }
  }
  data.samples.leftCols(m) *= data.scales.cwiseInverse().asDiagonal();
  data.samples.col(m).setOnes();
  return data;
}

// ln p of each sample and class, from scores.
void normalise_rows(RowMatrix& scores) {
  const Vector largest = scores.rowwise().maxCoeff();
  const Vector sums = (scores.colwise() - largest).array().exp().rowwise().sum();
  scores.colwise() -= largest + sums.array().log().matrix();
}

class LogisticCost {
 public:
  LogisticCost(const LogisticData& data, double ridge) : data_(data), ridge_(ridge) {}

  // weights: [class, channel], the intercept last.
  double at(const RowMatrix& weights, RowMatrix& log_posteriors) const {
    log_posteriors.noalias() = data_.samples * weights.transpose();
    normalise_rows(log_posteriors);
    double sum = 0.5 * ridge_ * weights.leftCols(weights.cols() - 1).squaredNorm();
    for (std::size_t i = 0; i < data_.truth.size(); ++i) sum -= log_posteriors(static_cast<Index>(i), data_.truth[i]);
    return sum;
  }

  RowMatrix gradient(const RowMatrix& weights, const RowMatrix& posteriors) const {
    RowMatrix errors = posteriors;
    for (std::size_t i = 0; i < data_.truth.size(); ++i) errors(static_cast<Index>(i), data_.truth[i]) -= 1.0;
    RowMatrix result = errors.transpose() * data_.samples;
    result.leftCols(weights.cols() - 1) += ridge_ * weights.leftCols(weights.cols() - 1);
    return result;
  }

  // The same number added to all intercepts changes nothing: the last term makes this direction definite, and as no
  // gradient has a part in it, steps stay out of it.
  Matrix hessian(const RowMatrix& posteriors) const {
    const Index classes = posteriors.cols(), columns = data_.samples.cols();
    Matrix result = Matrix::Zero(classes * columns, classes * columns);
    for (Index a = 0; a < classes; ++a) {
      for (Index b = 0; b <= a; ++b) {
        Vector factors = -posteriors.col(a).cwiseProduct(posteriors.col(b));
        if (a == b) factors += posteriors.col(a);
        Matrix part = data_.samples.transpose() * factors.asDiagonal() * data_.samples;
        if (a == b) part.diagonal().head(columns - 1).array() += ridge_;
        part(columns - 1, columns - 1) += 1.0;
        result.block(a * columns, b * columns, columns, columns) = part;
      }
    }
    return result;  // the lower triangle
  }

 private:
  const LogisticData& data_;
  double ridge_;
};

}  // namespace

LogisticRegression fit_logistic(std::span<const Labelled> recordings, const std::vector<std::string>& channels,
                                const std::vector<std::string>& classes, double ridge, const CancelFlag* cancel) {
  if (!(ridge > 0.0 && std::isfinite(ridge)))
    throw Error::argument("ridge", fmt::format("{}", ridge), "a positive number");
  validate(recordings, channels.size(), classes.size());
  const LogisticData data = logistic_data(recordings, channels, classes);
  const LogisticCost cost(data, ridge);
  RowMatrix weights = RowMatrix::Zero(data.counts.size(), data.samples.cols()), log_posteriors, next_posteriors;
  double now = cost.at(weights, log_posteriors);
  constexpr std::size_t most_rounds = 100;
  constexpr double enough = 1e-12, sufficient_decrease = 1e-4, least_step = 1e-10;
  for (std::size_t round = 1; round <= most_rounds; ++round) {
    if (cancel != nullptr) cancel->check();
    const RowMatrix posteriors = log_posteriors.array().exp();
    const RowMatrix gradient = cost.gradient(weights, posteriors);
    const Vector flat = Eigen::Map<const Vector>(gradient.data(), gradient.size());
    const Vector direction = solve_symmetric(cost.hessian(posteriors), flat);
    const double decrease = flat.dot(direction);
    if (!(decrease > enough * (1.0 + now))) {
      const auto m = static_cast<Index>(channels.size());
      const RowMatrix of_channels = weights.leftCols(m);
      const Vector intercepts = weights.col(m), frequencies = data.counts / data.counts.sum();
      const auto list = [](const auto& x) { return std::vector<double>(x.data(), x.data() + x.size()); };
      return {list(data.means), list(data.scales), list(of_channels), list(intercepts), list(frequencies), now, round};
    }
    const Eigen::Map<const RowMatrix> step(direction.data(), weights.rows(), weights.cols());
    for (double size = 1.0; size >= least_step; size /= 2.0) {
      const RowMatrix next = weights - size * step;
      const double value = cost.at(next, next_posteriors);
      if (!(value <= now - sufficient_decrease * size * decrease)) continue;
      weights = next;
      now = value;
      log_posteriors.swap(next_posteriors);
      break;
    }
  }
  throw Error(ErrorCode::invalid_data,
              fmt::format("logistic regression does not converge in {} rounds; a larger ridge helps", most_rounds));
}

std::vector<double> scaled_log_likelihoods(const LogisticRegression& model, std::span<const double> samples) {
  const std::size_t channels = model.means.size(), classes = model.intercepts.size();
  const auto m = static_cast<Index>(channels), k = static_cast<Index>(classes);
  const Eigen::Map<const RowMatrix> weights(model.weights.data(), k, m);
  const Eigen::Map<const Vector> means(model.means.data(), m), scales(model.scales.data(), m);
  const Eigen::Map<const Vector> intercepts(model.intercepts.data(), k), frequencies(model.frequencies.data(), k);
  std::vector<double> result(samples.size() / channels * classes, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i * channels < samples.size(); ++i) {
    const auto sample = samples.subspan(i * channels, channels);
    if (!is_finite(sample)) continue;
    const Vector standard = (Eigen::Map<const Vector>(sample.data(), m) - means).cwiseQuotient(scales);
    RowMatrix scores = (weights * standard + intercepts).transpose();
    normalise_rows(scores);
    Eigen::Map<Vector>(result.data() + i * classes, k) = scores.row(0).transpose() - frequencies.array().log().matrix();
  }
  return result;
}

}  // namespace biotropy::sicamm
