// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/ica/unmixing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/density/bandwidth.hpp"
#include "biotropy/sicamm/ica/separation_internal.hpp"
#include "biotropy/sicamm/model.hpp"

namespace biotropy::sicamm {

namespace {

constexpr std::size_t kSweepsOfRefinement = 12;

struct Centred {
  Matrix samples;                 // columns
  Vector weights;                 // sum to 1
  std::span<const double> given;  // the weights as passed; empty for equal weights, which have an exact median
};

Centred centred(std::span<const double> samples, std::span<const double> mean, std::span<const double> weights) {
  const auto m = static_cast<Index>(mean.size()), n = static_cast<Index>(samples.size()) / m;
  Centred result{Eigen::Map<const Matrix>(samples.data(), m, n).colwise() - Eigen::Map<const Vector>(mean.data(), m),
                 Vector::Ones(n), weights};
  if (!weights.empty()) result.weights = Eigen::Map<const Vector>(weights.data(), n);
  result.weights /= result.weights.sum();
  return result;
}

Separation separate(const Matrix& white, const Vector& weights, const UnmixingSettings& settings,
                    const CancelFlag* cancel) {
  constexpr Index least_components = 2;
  if (white.rows() < least_components) return {Matrix::Identity(white.rows(), white.rows()), 0, true};
  switch (settings.method) {
    case UnmixingMethod::fastica:
      return fastica(white, weights, settings, cancel);
    case UnmixingMethod::infomax:
      return infomax(white, weights, settings, cancel);
    case UnmixingMethod::jade:
      return jade(white, weights, settings, cancel);
    case UnmixingMethod::whitening:
      break;
  }
  return {Matrix::Identity(white.rows(), white.rows()), 0, true};
}

// Reciprocal of the robust scale of a source, with the sign that makes its skewness positive.
double normalising_factor(const Vector& source, const Centred& data) {
  const std::span<const double> points(source.data(), static_cast<std::size_t>(source.size()));
  const double n = data.given.empty() ? static_cast<double>(points.size()) : effective_count(data.given);
  const Bandwidth silverman = silverman_bandwidth(points, data.given);
  const double scale = silverman.scale == ScaleSource::mad ? silverman.value / std::pow(4.0 / (3.0 * n), 0.2)
                                                           : std::sqrt(data.weights.dot(source.cwiseAbs2()));
  const double third_moment = (data.weights.array() * source.array().cube()).sum();
  return (third_moment < 0.0 ? -1.0 : 1.0) / scale;
}

// Sets scale, sign and order of the first `rank` rows by a rule, because independence does not determine them.
void normalise(Matrix& unmixing, Index rank, const Centred& data) {
  for (Index j = 0; j < rank; ++j) {
    const Vector source = (unmixing.row(j) * data.samples).transpose();
    unmixing.row(j) *= normalising_factor(source, data);
  }
  const Matrix mixing = inverse(unmixing);
  std::vector<Index> order(static_cast<std::size_t>(rank));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return mixing.col(a).squaredNorm() > mixing.col(b).squaredNorm(); });
  const Matrix before = unmixing;
  for (Index j = 0; j < rank; ++j) unmixing.row(j) = before.row(order[static_cast<std::size_t>(j)]);
}

// Computes the first `rank` rows again, starting from those of `start`.
Separation refine_rows(const Matrix& start, Index rank, const Centred& data, std::size_t sweeps,
                       const CancelFlag* cancel) {
  const Matrix projected = start.topRows(rank) * data.samples;
  Separation found = maximum_likelihood(projected, data.weights, Matrix::Identity(rank, rank), sweeps, cancel);
  Matrix rows = start;
  rows.topRows(rank) = found.matrix * start.topRows(rank);
  found.matrix = std::move(rows);
  return found;
}

void keep(const Matrix& unmixing, Unmixing& result) {
  result.matrix.resize(static_cast<std::size_t>(unmixing.size()));
  Eigen::Map<RowMatrix>(result.matrix.data(), unmixing.rows(), unmixing.cols()) = unmixing;
}

}  // namespace

void validate(const UnmixingSettings& settings) {
  const auto require_small = [](double value, const char* name) {
    if (!(value > 0.0 && value < 1.0)) {
      throw Error::argument(name, fmt::format("{}", value), "a number between 0 and 1");
    }
  };
  require_small(settings.tolerance, "tol");
  require_small(settings.rank_tolerance, "rank_tolerance");
  // Whitening alone only scales directions, and the rows are normalised afterwards.
  const bool undone =
      settings.method == UnmixingMethod::infomax || settings.method == UnmixingMethod::whitening || settings.refine;
  if (!(settings.shrinkage >= 0.0 && settings.shrinkage <= 1.0) || (settings.shrinkage > 0.0 && undone)) {
    throw Error::argument(
        "shrinkage", fmt::format("{}", settings.shrinkage),
        undone ? "0: whitening alone, Infomax and a refinement would undo it" : "a number from 0 to 1");
  }
  if (settings.contrast != Contrast::logcosh && settings.method != UnmixingMethod::fastica) {
    throw Error::argument("contrast", std::string(word(settings.contrast)), "left out with other methods than fastica");
  }
  if (settings.most_iterations == 0) throw Error::argument("max_iter", "0", "an integer of at least 1");
}

Unmixing unmix(std::span<const double> samples, std::size_t channels, const UnmixingSettings& settings,
               std::span<const double> weights, const Execution& execution) {
  validate(settings);
  if (settings.method == UnmixingMethod::jade && channels > kMostChannelsOfJade) {
    throw Error(ErrorCode::unsupported,
                fmt::format("JADE of {} channels; {} is the most it is made for", channels, kMostChannelsOfJade));
  }
  const Whitening whitening = whiten(samples, channels, weights, settings.rank_tolerance, settings.shrinkage);
  const auto m = static_cast<Index>(channels), rank = static_cast<Index>(whitening.rank);
  const Centred data = centred(samples, whitening.mean, weights);
  Matrix unmixing = Eigen::Map<const RowMatrix>(whitening.matrix.data(), m, m);
  Unmixing result{whitening.mean, {}, whitening.rank, 0, true};
  with_threads(execution, [&] {
    const Separation found = separate(unmixing.topRows(rank) * data.samples, data.weights, settings, execution.cancel);
    unmixing.topRows(rank) = (found.matrix * unmixing.topRows(rank)).eval();
    result.iterations = found.iterations;
    result.converged = found.converged;
    if (settings.refine && rank > 1) {
      unmixing = refine_rows(unmixing, rank, data, kSweepsOfRefinement, execution.cancel).matrix;
    }
  });
  normalise(unmixing, rank, data);
  keep(unmixing, result);
  return result;
}

Unmixing refine(const Unmixing& start, std::span<const double> samples, std::span<const double> weights,
                std::size_t sweeps, const Execution& execution) {
  const std::size_t channels = start.mean.size();
  const Whitening whitening = whiten(samples, channels, weights);  // checks the samples and computes the mean
  log_abs_determinant(start.matrix, channels);
  const auto m = static_cast<Index>(channels), rank = static_cast<Index>(std::min(start.rank, channels));
  const Centred data = centred(samples, whitening.mean, weights);
  Unmixing result{whitening.mean, {}, start.rank, 0, true};
  Matrix unmixing = Eigen::Map<const RowMatrix>(start.matrix.data(), m, m);
  with_threads(execution, [&] {
    if (rank < 2 || sweeps == 0) return;
    const Separation found = refine_rows(unmixing, rank, data, sweeps, execution.cancel);
    unmixing = found.matrix;
    result.iterations = found.iterations;
    result.converged = found.converged;
  });
  normalise(unmixing, rank, data);
  keep(unmixing, result);
  return result;
}

}  // namespace biotropy::sicamm
