// SPDX-License-Identifier: Apache-2.0
//
// What commands that score classifications share: options, recordings with a class for each vector, and scores of whole
// recordings.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/sicamm/recording_evaluator.hpp"
#include "biotropy/sicamm/states_recording.hpp"
#include "biotropy/sicamm/validation.hpp"
#include "cli/input_options.hpp"
#include "cli/run_options.hpp"
#include "cli/states/options.hpp"
#include "cli/states/scores.hpp"

namespace biotropy::cli {

struct ValidationOptions {
  InputOptions input;
  FeatureOptions features;
  sicamm::LabelSettings labels;
  TrainOptions train;
  sicamm::FoldSettings folds;
  DecodeOptions decode;
  sicamm::ScoreSettings scores;
  RunOptions run;
  std::string output;
};

/// Recordings to train on and to score.
struct LabelledRecordings {
  /// @throws Error as sicamm::read_all_states() and class_names() do; invalid_argument for an output that is one of the
  /// files.
  LabelledRecordings(const ValidationOptions& options, Console& console, const Execution& execution);

  /// Of the vectors that cross-validation takes.
  std::vector<std::string> channels() const;

  /// Settings of the cross-validation; training has folds of its own within the rest.
  sicamm::ValidationSettings settings(const ValidationOptions& options) const;

  sicamm::FeatureRecipe recipe;
  std::vector<sicamm::StatesRecording> recordings;
  std::vector<std::string> classes;
};

/// Checks the options of scores before anything is trained or classified. @throws Error invalid_argument.
sicamm::EvaluationSettings evaluation_settings(const ValidationOptions& options,
                                               const std::vector<sicamm::StatesRecording>& recordings,
                                               const std::vector<std::string>& classes);

/// Of whole recordings with these settings; says their classes of events in the result.
sicamm::RecordingEvaluator recording_evaluator(const ValidationOptions& options,
                                               const std::vector<sicamm::StatesRecording>& recordings,
                                               StatesScores& result);

/// Scores of a fold, with the number that it has in warnings.
std::pair<std::string, sicamm::Scores> named(const sicamm::FoldResult& fold);

/// Scores of training: every fold by a model of the rest.
/// @param scored called with each part that is scored, whose labels are some of those of its recording.
StatesScores cross_validated(
    const ValidationOptions& options, const LabelledRecordings& of, const Execution& execution,
    const std::function<void(const sicamm::Labelled&, const sicamm::Classification&)>& scored = {});

}  // namespace biotropy::cli
