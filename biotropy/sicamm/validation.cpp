// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/validation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/correlation_time.hpp"
#include "biotropy/sicamm/features/window_covariance.hpp"
#include "biotropy/sicamm/spatial_training.hpp"
#include "biotropy/sicamm/training_internal.hpp"
#include "biotropy/sicamm/validation_internal.hpp"

namespace biotropy::sicamm {

namespace {

/// A training on the rest of a fold, and how samples become its vectors.
struct RestTraining {
  Training training;
  std::optional<SpatialMap> map;

  std::vector<double> vectors(std::span<const double> samples, const Execution& execution) const {
    return map ? spatial_features(*map, samples, execution) : std::vector<double>(samples.begin(), samples.end());
  }
};

RestTraining train_rest(std::span<const Labelled> rest, const std::vector<std::string>& channels,
                        const std::vector<std::string>& classes, const ValidationSettings& settings,
                        const Execution& execution) {
  if (!settings.spatial) return {train(rest, channels, classes, settings.training, execution), std::nullopt};
  SpatialTraining found = train_spatial(rest, channels, classes, *settings.spatial, settings.training, execution);
  return {std::move(found.training), std::move(found.map)};
}

// True for an error that says no model can be made of the rest of a fold, so that others still can be scored.
bool is_about_fold(const Error& error) {
  return error.code() != ErrorCode::cancelled && error.code() != ErrorCode::out_of_memory &&
         error.code() != ErrorCode::invalid_argument;
}

// Classes that come in turn as the blocks do may all be in one fold.
Error nothing_scored(const Notices& notices, const Folds& folds) {
  const bool has_blocks = std::ranges::any_of(folds, [](const std::vector<std::uint32_t>& of_recording) {
    return std::ranges::adjacent_find(of_recording, std::not_equal_to<>()) != of_recording.end();
  });
  const auto found = std::ranges::find(notices, "fold_left_out", &Notice::code);
  return {ErrorCode::too_short,
          fmt::format("no fold could be scored: {}{}", found == notices.end() ? "no samples" : found->text,
                      has_blocks ? "; blocks of another length ('block') may give every fold all classes" : "")};
}

}  // namespace

std::size_t fold_gap(std::span<const Labelled> recordings, std::size_t channels, std::size_t classes,
                     const FoldSettings& settings) {
  if (settings.gap) return *settings.gap;
  std::vector<ClassReport> reports(classes);
  for (std::size_t k = 0; k < classes; ++k) {
    reports[k].correlation_time = correlation_time(recordings, channels, static_cast<std::int32_t>(k));
  }
  return gap_of(settings, reports);
}

Validation validate_folds(std::span<const Labelled> recordings, std::size_t channels, std::size_t classes,
                          const ValidationSettings& settings,
                          const std::function<FoldModel(std::span<const Labelled>)>& learned) {
  const Folds folds = make_folds(recordings, settings.folds);
  Validation result;
  result.gap = fold_gap(recordings, channels, classes, settings.folds);
  Scorer all(classes);
  for (std::uint32_t fold = 0; fold < settings.folds.folds; ++fold) {
    const auto parts = parts_of(recordings, channels, folds, fold);
    if (parts.empty()) continue;
    const auto labels = labels_without(recordings, folds, fold, result.gap);
    try {
      const FoldModel model = learned(with_labels(recordings, labels));
      for (const Notice& one : model.notices) result.notices.push_back(one.at(fmt::format("fold {}", fold + 1)));
      // All parts before any is scored: of a fold that fails none counts.
      std::vector<Classification> found;
      for (const Labelled& part : parts) found.push_back(model.classify(part.samples));
      Scorer scorer(classes);
      for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::vector<std::int32_t> states = found[i].states();
        scorer.add(parts[i].labels, states, found[i].posteriors);
        all.add(parts[i].labels, states, found[i].posteriors);
        if (settings.scored) settings.scored(fold, parts[i], found[i]);
      }
      result.folds.push_back({fold, scorer.scores(), model.beta});
    } catch (const Error& error) {
      if (!is_about_fold(error)) throw;
      result.notices.push_back(
          warning("fold_left_out", fmt::format("fold {} was left out: {}", fold + 1, error.what())));
    }
  }
  if (result.folds.empty()) throw nothing_scored(result.notices, folds);
  result.scores = all.scores();
  if (result.scores.missing > 0) {
    result.notices.push_back(
        warning("missing_vectors",
                fmt::format("{} of {} vectors with a class are missing (a channel is constant or has missing samples), "
                            "and are not scored",
                            result.scores.missing, result.scores.missing + result.scores.samples)));
  }
  return result;
}

Validation cross_validate(std::span<const Labelled> recordings, const std::vector<std::string>& channels,
                          const std::vector<std::string>& classes, const ValidationSettings& settings,
                          const Execution& execution) {
  validate(settings.training);
  const std::size_t numbers = settings.spatial ? packed_size(channels.size()) : channels.size();
  validate(recordings, numbers, classes.size());
  return validate_folds(recordings, numbers, classes.size(), settings, [&](std::span<const Labelled> rest) {
    const auto made = std::make_shared<const RestTraining>(train_rest(rest, channels, classes, settings, execution));
    const auto classifier = std::make_shared<const Classifier>(made->training.model, DensityMode::table, execution);
    const auto classify = [&, made, classifier](std::span<const double> samples) {
      return classifier->classify(made->vectors(samples, execution), settings.classify, execution);
    };
    return FoldModel{classify, made->training.model.beta, made->training.notices};
  });
}

}  // namespace biotropy::sicamm
