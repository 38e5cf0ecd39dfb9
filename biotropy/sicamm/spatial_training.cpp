// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/spatial_training.hpp"

#include <fmt/format.h>

#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/density/class_densities.hpp"
#include "biotropy/sicamm/features/window_covariance.hpp"
#include "biotropy/sicamm/source_divergence.hpp"
#include "biotropy/sicamm/training_internal.hpp"

namespace biotropy::sicamm {

namespace {

/// Arguments of train_spatial().
struct SpatialJob {
  std::span<const Labelled> covariances;
  const std::vector<std::string>& channels;
  const std::vector<std::string>& classes;
  const SpatialSettings& spatial;
  TrainingSettings settings;  ///< with a beta of 1
  const Execution& execution;
};

SpatialTraining train_once(const SpatialJob& job, std::span<const Labelled> covariances) {
  SpatialTraining result;
  result.map = fit_spatial(covariances, job.channels.size(), job.classes, job.spatial, job.execution);
  std::vector<std::vector<double>> values;
  const auto vectors = spatial_features(result.map, covariances, values, job.execution);
  result.training = train(vectors, feature_names(result.map, job.channels), job.classes, job.settings, job.execution);
  return result;
}

// Log densities of the parts of a fold, by features and a model of the rest.
std::vector<HeldOut> held_out(const SpatialJob& job, const Folds& folds, std::uint32_t fold, std::size_t gap) {
  const auto labels = labels_without(job.covariances, folds, fold, gap);
  const SpatialTraining rest = train_once(job, with_labels(job.covariances, labels));
  const ClassDensities densities(rest.training.model, DensityMode::table, job.execution);
  std::vector<HeldOut> result;
  for (const Labelled& part : parts_of(job.covariances, packed_size(job.channels.size()), folds, fold)) {
    const auto vectors = spatial_features(rest.map, part.samples, job.execution);
    constexpr std::size_t block = 256;
    std::vector<double> values = densities.log_densities(vectors, block, job.execution);
    std::vector<double> sources = standard_sources(densities, vectors, values);
    result.push_back({std::move(values),
                      {part.labels.begin(), part.labels.end()},
                      part.recording.value(),
                      part.begin,
                      std::move(sources)});
  }
  return result;
}

void choose_beta(const SpatialJob& job, Training& training) {
  const Folds folds = make_folds(job.covariances, job.settings.folds);
  std::vector<HeldOut> parts;
  for (std::uint32_t fold = 0; fold < job.settings.folds.folds; ++fold) {
    try {
      for (HeldOut& part : held_out(job, folds, fold, training.gap)) parts.push_back(std::move(part));
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled || error.code() == ErrorCode::out_of_memory) throw;
      training.notices.push_back(
          warning("fold_not_used", fmt::format("fold {} is not used for beta: {}", fold + 1, error.what())));
    }
  }
  if (parts.empty()) {
    training.notices.push_back(warning("beta_unknown", "no fold could be used for beta, which is 1"));
  }
  training.tempering = tempered(parts, training);
  training.model.beta = training.tempering->beta;
}

}  // namespace

SpatialTraining train_spatial(std::span<const Labelled> covariances, const std::vector<std::string>& channels,
                              const std::vector<std::string>& classes, const SpatialSettings& spatial,
                              const TrainingSettings& settings, const Execution& execution) {
  validate(settings);
  const std::vector<Labelled> fitted = fitted_by(settings, covariances);
  SpatialJob job = {fitted, channels, classes, spatial, settings, execution};
  if (!settings.beta) job.settings.beta = 1.0;
  SpatialTraining result = train_once(job, fitted);
  job.settings.ridge = result.training.ridge;
  if (!settings.beta && classes.size() > 1) choose_beta(job, result.training);
  return result;
}

}  // namespace biotropy::sicamm
