// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/normal_classes_internal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/correlation_time.hpp"
#include "biotropy/sicamm/logistic_regression.hpp"
#include "biotropy/sicamm/samples_internal.hpp"
#include "biotropy/sicamm/shrunk_gaussians.hpp"

namespace biotropy::sicamm {

namespace {

ClassFit normal_class(const std::string& name, const RowMatrix& unmixing, const Vector& mean, double offset) {
  const std::vector<double> centre = {0.0};
  const auto rank = static_cast<std::size_t>(unmixing.rows());
  ClassModel model{name, {}, {}, std::vector<KernelDensity>(rank, KernelDensity(centre, {}, 1.0)), offset};
  model.unmixing.assign(unmixing.data(), unmixing.data() + unmixing.size());
  model.bias.assign(mean.data(), mean.data() + mean.size());
  return {std::move(model), {}, rank, 0, true};
}

Cholesky root_of(const ShrunkGaussian& gaussian) {
  const auto m = static_cast<Index>(gaussian.mean.size());
  return Cholesky(Eigen::Map<const Matrix>(gaussian.covariance.data(), m, m));
}

std::vector<ClassFit> gaussian_classes(const Job& job) {
  const auto gaussians = fit_shrunk_gaussians(job.recordings, job.channels, job.classes);
  std::vector<ClassFit> result;
  for (std::size_t k = 0; k < gaussians.size(); ++k) {
    const Eigen::Map<const Vector> mean(gaussians[k].mean.data(), static_cast<Index>(job.channels.size()));
    result.push_back(normal_class(job.classes[k], root_of(gaussians[k]).inverse<Matrix>(), mean, 0.0));
  }
  return result;
}

// Samples that resemble their neighbours.
struct Correlation {
  double longest = 1.0;   // correlation time of a class, in samples
  double per_draw = 1.0;  // samples for each independent one, which alone are evidence against the ridge
};

Correlation correlation_of(const Job& job) {
  Correlation result;
  double samples = 0.0, independent = 0.0;
  for (std::size_t k = 0; k < job.classes.size(); ++k) {
    const auto which = static_cast<std::int32_t>(k);
    const auto count = static_cast<double>(finite_samples_of(job.recordings, job.channels.size(), which).size());
    const double time = correlation_time(job.recordings, job.channels.size(), which);
    result.longest = std::max(result.longest, time);
    samples += count;
    independent += count / time;
  }
  if (independent > 0.0) result.per_draw = samples / independent;
  return result;
}

// Sum of -ln p over the labelled finite samples of the parts.
double loss_of(const LogisticRegression& fitted, std::span<const Labelled> parts) {
  double sum = 0.0;
  for (const Labelled& part : parts) {
    const std::vector<double> found = scaled_log_likelihoods(fitted, part.samples);
    for (std::size_t i = 0; i < part.labels.size(); ++i) {
      if (part.labels[i] == kUnlabelled) continue;
      const auto which = static_cast<std::size_t>(part.labels[i]);
      const double value = found[i * fitted.frequencies.size() + which] + std::log(fitted.frequencies[which]);
      if (!std::isnan(value)) sum -= value;
    }
  }
  return sum;
}

// Mean and shrunk covariance of all labelled samples.
ShrunkGaussian gaussian_of_all(const Job& job) {
  std::vector<std::vector<std::int32_t>> labels;
  for (const Labelled& one : job.recordings) {
    for (auto& label : labels.emplace_back(one.labels.begin(), one.labels.end())) {
      if (label != kUnlabelled) label = 0;
    }
  }
  return fit_shrunk_gaussians(with_labels(job.recordings, labels), job.channels, {"all"}).front();
}

std::vector<ClassFit> logistic_classes(const Job& job) {
  const double ridge = job.settings.ridge.value_or(1.0) * correlation_of(job).per_draw;
  const LogisticRegression fitted =
      fit_logistic(job.recordings, job.channels, job.classes, ridge, job.execution.cancel);
  const ShrunkGaussian all = gaussian_of_all(job);
  const Cholesky square_root = root_of(all);
  const Matrix& root = square_root.lower;
  const Matrix whitening = square_root.inverse<Matrix>();
  const auto m = static_cast<Index>(job.channels.size()), classes = static_cast<Index>(job.classes.size());
  const Eigen::Map<const RowMatrix> standard_weights(fitted.weights.data(), classes, m);
  const Eigen::Map<const Vector> scales(fitted.scales.data(), m), centre(fitted.means.data(), m),
      mean(all.mean.data(), m), intercepts(fitted.intercepts.data(), classes),
      frequencies(fitted.frequencies.data(), classes);
  RowMatrix weights = standard_weights * scales.cwiseInverse().asDiagonal();
  Vector scores = intercepts - frequencies.array().log().matrix() + weights * (mean - centre);  // at the mean
  weights = weights * root;
  weights.rowwise() -= (frequencies.transpose() * weights).eval();
  const Matrix between = weights.transpose() * frequencies.asDiagonal() * weights;
  const Spectrum spectrum = spectrum_of(between);
  const Vector within = 2.0 / (1.0 + (1.0 + 4.0 * spectrum.values.cwiseMax(0.0).array()).sqrt());
  const RowMatrix unmixing = within.cwiseSqrt().cwiseInverse().asDiagonal() * spectrum.vectors.transpose() * whitening;
  const Matrix means =
      spectrum.vectors * within.asDiagonal() * spectrum.vectors.transpose() * weights.transpose();  // columns
  for (Index k = 0; k < classes; ++k) scores[k] += 0.5 * weights.row(k).dot(means.col(k));
  scores.array() -= frequencies.dot(scores);
  std::vector<ClassFit> result;
  for (Index k = 0; k < classes; ++k) {
    const Vector bias = mean + root * means.col(k);
    result.push_back(normal_class(job.classes[static_cast<std::size_t>(k)], unmixing, bias, scores[k]));
  }
  return result;
}

}  // namespace

double best_ridge(const Job& job) {
  constexpr std::array<double, 4> ridges = {1.0, 10.0, 100.0, 1000.0};
  const Correlation correlation = correlation_of(job);
  const auto gap = job.settings.folds.gap.value_or(static_cast<std::size_t>(std::llround(correlation.longest)) - 1);
  const Folds folds = make_folds(job.recordings, job.settings.folds);
  const std::size_t count = job.settings.folds.folds;
  std::vector<double> losses(ridges.size() * count, 0.0);
  with_threads(job.execution, [&] {
    parallel_for(losses.size(), job.execution.cancel, [&](std::size_t i) {
      const auto fold = static_cast<std::uint32_t>(i % count);
      const auto labels = labels_without(job.recordings, folds, fold, gap);
      try {
        const auto fitted = fit_logistic(with_labels(job.recordings, labels), job.channels, job.classes,
                                         ridges[i / count] * correlation.per_draw, job.execution.cancel);
        losses[i] = loss_of(fitted, parts_of(job.recordings, job.channels.size(), folds, fold));
      } catch (const Error& error) {
        // A fold without which there is no model counts for no ridge.
        if (error.code() == ErrorCode::cancelled || error.code() == ErrorCode::out_of_memory) throw;
        if (error.code() == ErrorCode::invalid_data) losses[i] = std::numeric_limits<double>::infinity();
      }
    });
  });
  std::array<double, ridges.size()> sums{};
  for (std::size_t i = 0; i < losses.size(); ++i) sums[i / count] += losses[i];
  return ridges[static_cast<std::size_t>(std::min_element(sums.begin(), sums.end()) - sums.begin())];
}

std::vector<ClassFit> fit_normal_classes(const Job& job) {
  return job.settings.classifier == ClassifierKind::gaussian ? gaussian_classes(job) : logistic_classes(job);
}

}  // namespace biotropy::sicamm
