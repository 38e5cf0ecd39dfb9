// SPDX-License-Identifier: Apache-2.0
#include "cli/states_validation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "biotropy/error.hpp"
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

RecordingScores::RecordingScores(const ValidationOptions& options, const std::vector<StatesRecording>& recordings,
                                 StatesScores& result)
    : persons_(options.scores.persons_of(options.input.files)) {
  const StatesRecording& first = recordings.front();
  sicamm::EvaluationSettings settings = options.scores.settings(result.classes, first.vector_rate(), first.has_rate);
  if (settings.intervals) settings.intervals->seed = options.train.seed;
  result.event_classes = settings.event_classes;
  evaluator_.emplace(result.classes.size(), settings);
}

void RecordingScores::add(const sicamm::Labelled& piece, const sicamm::Classification& found) {
  pieces_.push_back({*piece.recording, piece.begin, piece.labels, found.labels, found.posteriors});
}

void RecordingScores::finish(const Execution& execution, StatesScores& result) {
  if (result.all.samples == 0) throw Error(ErrorCode::invalid_data, "no sample has a label of one of the classes");
  const auto key = [](const Piece& one) { return std::pair(one.recording, one.begin); };
  std::sort(pieces_.begin(), pieces_.end(), [&](const Piece& a, const Piece& b) { return key(a) < key(b); });
  std::size_t next = 0;
  for (std::size_t number = 0; number < persons_.size(); ++number) {
    std::vector<sicamm::ScoredPiece> of_recording;
    for (; next < pieces_.size() && pieces_[next].recording == number; ++next) {
      const Piece& one = pieces_[next];
      of_recording.push_back({one.begin, one.truth, one.labels, one.posteriors});
    }
    evaluator_->add(persons_[number], of_recording);
  }
  result.evaluation = evaluator_->result(execution);
}

std::pair<std::string, sicamm::Scores> named(const sicamm::FoldResult& fold) {
  return {fmt::format("fold {}, beta {:.4g}", fold.fold + 1, fold.beta), fold.scores};
}

StatesScores cross_validated(
    const ValidationOptions& options, const LabelledRecordings& of, const Execution& execution,
    const std::function<void(const sicamm::Labelled&, const sicamm::Classification&)>& scored) {
  StatesScores result;
  result.classes = of.classes;
  RecordingScores of_recordings(options, of.recordings, result);
  // Parts refer to the labels of these pieces.
  const std::vector<sicamm::Labelled> pieces = labelled(of.recordings);
  sicamm::ValidationSettings settings = of.settings(options);
  settings.scored = [&](std::uint32_t, const sicamm::Labelled& part, const sicamm::Classification& found) {
    of_recordings.add(part, found);
    if (scored) scored(part, found);
  };
  const sicamm::Validation validation = cross_validate(pieces, of.channels(), of.classes, settings, execution);
  for (const sicamm::FoldResult& fold : validation.folds) result.parts.push_back(named(fold));
  result.all = validation.scores;
  of_recordings.finish(execution, result);
  result.warnings = validation.warnings;
  for (std::string& warning : options.run.warnings->take()) result.warnings.push_back(std::move(warning));
  return result;
}

}  // namespace biotropy::cli
