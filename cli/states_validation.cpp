// SPDX-License-Identifier: Apache-2.0
#include "cli/states_validation.hpp"

#include <fmt/format.h>

#include "cli/output_options.hpp"

namespace biotropy::cli {

LabelledRecordings::LabelledRecordings(const ValidationOptions& options, Console& console, const Execution& execution)
    : recipe(options.features.recipe()),
      recordings(read_all_states(options.input, options.labels, {options.features.channels, {}, {}, recipe}, console,
                                 execution)),
      classes(class_names(options.labels, recordings)) {
  for (StatesRecording& one : recordings) {
    require_other_than({options.output, ""}, one.other_files);
    one.label(classes, console);
  }
}

std::vector<std::string> LabelledRecordings::channels() const {
  const std::vector<std::string>& of_recordings = recordings.front().channels;
  return recipe.spatial ? of_recordings : feature_names(recipe, of_recordings);
}

sicamm::ValidationSettings LabelledRecordings::settings(const ValidationOptions& options) const {
  const sicamm::FoldSettings folds = options.folds.settings();
  sicamm::FoldSettings inner;
  inner.gap = folds.gap;
  return {folds, options.train.training(inner), options.decode.settings(), recipe.spatial, {}};
}

sicamm::EvaluationSettings evaluation_settings(const ValidationOptions& options,
                                               const std::vector<StatesRecording>& recordings,
                                               const std::vector<std::string>& classes) {
  const StatesRecording& first = recordings.front();
  sicamm::EvaluationSettings settings = options.scores.settings(classes, first.vector_rate(), first.has_rate);
  if (settings.intervals) settings.intervals->seed = options.train.seed;
  return settings;
}

sicamm::RecordingEvaluator recording_evaluator(const ValidationOptions& options,
                                               const std::vector<StatesRecording>& recordings, StatesScores& result) {
  const sicamm::EvaluationSettings settings = evaluation_settings(options, recordings, result.classes);
  result.event_classes = settings.event_classes;
  return {result.classes.size(), settings, options.scores.persons_of(options.input.files)};
}

std::pair<std::string, sicamm::Scores> named(const sicamm::FoldResult& fold) {
  return {fmt::format("fold {}, beta {:.4g}", fold.fold + 1, fold.beta), fold.scores};
}

}  // namespace biotropy::cli
