// SPDX-License-Identifier: Apache-2.0
#include "cli/states/validation.hpp"

#include <fmt/format.h>

#include "cli/output_options.hpp"

namespace biotropy::cli {

LabelledRecordings::LabelledRecordings(const ValidationOptions& options, Console& console, const Execution& execution)
    : recipe(options.features.settings.recipe()),
      recordings(sicamm::read_all_states(options.input.files, options.input, options.labels,
                                         {options.features.channels, {}, {}, recipe}, console.takes_notices(),
                                         execution)),
      classes(class_names(options.labels, recordings)) {
  sicamm::require_events(recordings);
  for (sicamm::StatesRecording& one : recordings) {
    require_other_than({options.output, {}}, one.other_files);
    one.label(classes, console.takes_notices());
  }
}

std::vector<std::string> LabelledRecordings::channels() const {
  const std::vector<std::string>& of_recordings = recordings.front().channels;
  return recipe.spatial ? of_recordings : feature_names(recipe, of_recordings);
}

sicamm::ValidationSettings LabelledRecordings::settings(const ValidationOptions& options) const {
  sicamm::FoldSettings inner;
  inner.gap = options.folds.gap;
  return {options.folds, options.train.training(inner), options.decode.settings, recipe.spatial, {}};
}

sicamm::EvaluationSettings evaluation_settings(const ValidationOptions& options,
                                               const std::vector<sicamm::StatesRecording>& recordings,
                                               const std::vector<std::string>& classes) {
  const sicamm::StatesRecording& first = recordings.front();
  sicamm::EvaluationSettings settings =
      options.scores.evaluation(classes, first.has_rate ? std::optional(first.vector_rate()) : std::nullopt);
  if (settings.intervals) settings.intervals->seed = options.train.settings.unmixing.seed;
  return settings;
}

sicamm::RecordingEvaluator recording_evaluator(const ValidationOptions& options,
                                               const std::vector<sicamm::StatesRecording>& recordings,
                                               StatesScores& result) {
  const sicamm::EvaluationSettings settings = evaluation_settings(options, recordings, result.classes);
  result.event_classes = settings.event_classes;
  return {result.classes.size(), settings, options.scores.persons_of(options.input.files)};
}

std::pair<std::string, sicamm::Scores> named(const sicamm::FoldResult& fold) {
  return {fmt::format("fold {}, beta {:.4g}", fold.fold + 1, fold.beta), fold.scores};
}

StatesScores cross_validated(
    const ValidationOptions& options, const LabelledRecordings& of, const Execution& execution,
    const std::function<void(const sicamm::Labelled&, const sicamm::Classification&)>& scored) {
  StatesScores result;
  result.classes = of.classes;
  sicamm::RecordingEvaluator evaluator = recording_evaluator(options, of.recordings, result);
  const sicamm::EvaluationSettings evaluation = evaluation_settings(options, of.recordings, of.classes);
  // Parts refer to the labels of these pieces.
  const std::vector<sicamm::Labelled> pieces = sicamm::labelled(of.recordings);
  sicamm::ValidationSettings settings = of.settings(options);
  settings.folds = scored_folds(pieces, settings.folds, evaluation, options.scores.persons_of(options.input.files));
  settings.scored = [&](std::uint32_t, const sicamm::Labelled& part, const sicamm::Classification& found) {
    evaluator.add(part, found);
    if (scored) scored(part, found);
  };
  const sicamm::Validation validation = cross_validate(pieces, of.channels(), of.classes, settings, execution);
  for (const sicamm::FoldResult& fold : validation.folds) result.parts.push_back(named(fold));
  result.all = validation.scores;
  result.evaluation = evaluator.result(execution);
  result.notices = validation.notices;
  for (Notice& one : options.run.notices->take()) result.notices.push_back(std::move(one));
  return result;
}

}  // namespace biotropy::cli
