// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/feature_training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/spatial_training.hpp"
#include "biotropy/sicamm/state_options.hpp"

namespace biotropy::sicamm {

namespace {

void keep_recipe(FeatureRecipe recipe, const RecordedFrom& from, Model& model) {
  if (recipe.renames()) recipe.channels = from.channels;
  for (auto& note : notes_of(recipe)) model.notes.push_back(std::move(note));
  model.units = from.units;
  model.sampling_rate = from.sampling_rate;
}

// Options of training that are not the defaults, from which the same kind of model can be trained again.
void keep_given(const TrainingSettings& settings, Model& model) {
  const auto keep = [&](const auto& row, const OptionValue& value) {
    model.notes.emplace_back(fmt::format("{}{}", kGiven, row.name), text_of(value));
  };
  each_recorded(training_options(), settings, keep);
  each_recorded(fold_options(), settings.folds, keep);
}

void require_rate_of(const FeatureRecipe& recipe, std::optional<double> sampling_rate) {
  const char* positive = "a positive number of samples per second";
  if (!sampling_rate && recipe.any()) {
    throw Error::argument("sampling rate", "unknown",
                          fmt::format("{}, because the features have bands in Hz and windows in seconds", positive));
  }
  if (sampling_rate && !(*sampling_rate > 0.0 && std::isfinite(*sampling_rate))) {
    throw Error::argument("sampling rate", fmt::format("{}", *sampling_rate), positive);
  }
}

}  // namespace

std::vector<std::int32_t> vector_labels(Features& features, std::span<const std::int32_t> labels) {
  std::vector<std::int32_t> result;
  features.mixed.clear();
  for (const auto& [begin, end, first_sample] : features.pieces) {
    for (std::size_t i = 0; i < end - begin; ++i) {
      const std::size_t last = first_sample + i * features.hop;
      const auto of_window = labels.subspan(last + 1 - features.window, features.window);
      result.push_back(labels[last]);
      features.mixed.push_back(std::ranges::count(of_window, labels[last]) < std::ssize(of_window) ? 1 : 0);
    }
  }
  return result;
}

std::vector<Labelled> labelled_pieces(const Features& features, std::span<const std::int32_t> labels,
                                      std::span<const series::Piece> pieces, double sampling_rate) {
  std::vector<Labelled> result;
  const std::size_t m = features.size;
  const auto hop = static_cast<double>(features.hop);
  // Samples must not overlap if the clock runs backwards.
  double next = -std::numeric_limits<double>::infinity();
  for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
    const auto& [begin, end, first_sample] = features.pieces[piece];
    // Empty pieces, shorter than a window, have no first sample.
    const double into = begin < end ? static_cast<double>(first_sample - pieces[piece].begin) : 0.0;
    const double from = std::max(std::round((std::round(pieces[piece].onset * sampling_rate) + into) / hop), next);
    result.push_back({std::span(features.values).subspan(begin * m, (end - begin) * m),
                      labels.subspan(begin, end - begin), std::nullopt, from});
    if (!features.mixed.empty()) result.back().mixed = std::span(features.mixed).subspan(begin, end - begin);
    next = from + static_cast<double>(end - begin);
  }
  return result;
}

RecordedVectors::RecordedVectors(const FeatureRecipe& recipe, std::span<const double> samples,
                                 std::span<const std::int32_t> labels, std::span<const std::size_t> lengths,
                                 std::size_t channels, std::optional<double> sampling_rate,
                                 const Execution& execution) {
  require_rate_of(recipe, sampling_rate);
  recordings_ = consecutive(samples, labels, lengths, channels);
  if (!recipe.any()) return;
  features_.reserve(lengths.size());
  labels_.reserve(lengths.size());
  for (Labelled& one : recordings_) {
    const series::Piece whole{0, one.labels.size(), 0.0};
    features_.push_back(features(recipe, {one.samples.begin(), one.samples.end()}, channels, *sampling_rate,
                                 std::span(&whole, 1), execution));
    labels_.push_back(vector_labels(features_.back(), one.labels));
    one = labelled_pieces(features_.back(), labels_.back(), std::span(&whole, 1), *sampling_rate).front();
  }
}

Training train_features(std::span<const Labelled> vectors, const RecordedFrom& from,
                        const std::vector<std::string>& classes, const FeatureRecipe& recipe,
                        const TrainingSettings& settings, const Execution& execution) {
  if (settings.pure_windows && !recipe.slow_waves && !recipe.band_powers && !recipe.spatial) {
    throw Error::argument("pure_windows", "given", "left out without features of windows");
  }
  FeatureRecipe kept = recipe;
  Training training;
  if (recipe.spatial) {
    SpatialTraining found = train_spatial(vectors, from.channels, classes, *recipe.spatial, settings, execution);
    kept.map = std::move(found.map);
    training = std::move(found.training);
  } else {
    training = train(vectors, feature_names(recipe, from.channels), classes, settings, execution);
  }
  keep_recipe(std::move(kept), from, training.model);
  keep_given(settings, training.model);
  return training;
}

Learning learn_features(std::span<const Labelled> vectors, const RecordedFrom& from,
                        const std::vector<std::string>& classes, const FeatureRecipe& recipe,
                        const LearningSettings& settings, const Execution& execution) {
  FeatureRecipe kept = recipe;
  std::vector<std::vector<double>> values;
  std::vector<Labelled> made;
  if (recipe.spatial) {
    kept.map = fit_spatial(vectors, from.channels.size(), classes, *recipe.spatial, execution);
    made = spatial_features(*kept.map, vectors, values, execution);
    vectors = made;
  }
  Learning learning = learn(vectors, feature_names(kept, from.channels), classes, settings, execution);
  keep_recipe(std::move(kept), from, learning.model);
  return learning;
}

FittedFeatures fit_features(std::span<const Labelled> vectors, std::span<const std::int32_t> labels,
                            const RecordedFrom& from, const std::vector<std::string>& classes,
                            const FeatureRecipe& recipe, const TrainingSettings& settings, const Execution& execution) {
  if (std::ranges::any_of(labels, [](std::int32_t label) { return label < 0; })) {
    Learning found = learn_features(vectors, from, classes, recipe, learning_settings(settings), execution);
    keep_given(settings, found.model);
    return {std::move(found.model), std::move(found.notices), found.starts.at(found.best).rounds};
  }
  Training found = train_features(vectors, from, classes, recipe, settings, execution);
  std::size_t iterations = 0;
  for (const ClassReport& report : found.classes) iterations = std::max(iterations, report.iterations);
  return {std::move(found.model), std::move(found.notices), iterations};
}

}  // namespace biotropy::sicamm
