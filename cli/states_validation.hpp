// SPDX-License-Identifier: Apache-2.0
//
// What commands that score classifications share: options, recordings with a class for each vector, and scores of whole
// recordings.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/sicamm/validation.hpp"
#include "cli/input_options.hpp"
#include "cli/run_options.hpp"
#include "cli/states_options.hpp"
#include "cli/states_recording.hpp"
#include "cli/states_scores.hpp"

namespace biotropy::cli {

struct ValidationOptions {
  InputOptions input;
  FeatureOptions features;
  LabelOptions labels;
  TrainOptions train;
  FoldOptions folds;
  DecodeOptions decode;
  ScoreOptions scores;
  RunOptions run;
  std::string output;
};

/// Recordings to train on and to score.
struct LabelledRecordings {
  /// @throws Error as read_all_states() and class_names() do; invalid_argument for an output that is one of the files.
  LabelledRecordings(const ValidationOptions& options, Console& console, const Execution& execution);

  /// Of the vectors that cross-validation takes.
  std::vector<std::string> channels() const;

  /// Settings of the cross-validation; training has folds of its own within the rest.
  sicamm::ValidationSettings settings(const ValidationOptions& options) const;

  sicamm::FeatureRecipe recipe;
  std::vector<StatesRecording> recordings;
  std::vector<std::string> classes;
};

/// Scores of whole recordings, from pieces of them that are added in any order.
class RecordingScores {
 public:
  /// Checks the options of scores before anything is trained or classified, and says their classes of events in the
  /// result. @throws Error invalid_argument.
  RecordingScores(const ValidationOptions& options, const std::vector<StatesRecording>& recordings,
                  StatesScores& result);

  void add(const sicamm::Labelled& piece, const sicamm::Classification& found);

  /// Sets the evaluation of the result, whose `all` is known. @throws Error invalid_data if no sample has a class.
  void finish(const Execution& execution, StatesScores& result);

 private:
  struct Piece {
    std::size_t recording;
    double begin;
    std::span<const std::int32_t> truth;
    std::vector<std::int32_t> labels;
    std::vector<double> posteriors;
  };

  std::vector<Piece> pieces_;
  std::vector<std::string> persons_;  // of the recordings
  std::optional<sicamm::Evaluator> evaluator_;
};

/// Scores of a fold, with the number that it has in warnings.
std::pair<std::string, sicamm::Scores> named(const sicamm::FoldResult& fold);

/// Scores of training: every fold by a model of the rest.
/// @param scored called with each part that is scored, whose labels are some of those of its recording.
StatesScores cross_validated(
    const ValidationOptions& options, const LabelledRecordings& of, const Execution& execution,
    const std::function<void(const sicamm::Labelled&, const sicamm::Classification&)>& scored = {});

}  // namespace biotropy::cli
