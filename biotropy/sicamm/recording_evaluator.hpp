// SPDX-License-Identifier: Apache-2.0
//
// Scores of whole recordings from pieces of them, which cross-validation classifies in any order.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "biotropy/option.hpp"
#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/evaluation.hpp"
#include "biotropy/sicamm/folds.hpp"
#include "biotropy/sicamm/labelled.hpp"

namespace biotropy::sicamm {

/// What is scored, as users give it: names separated by commas.
struct ScoreSettings {
  std::string event_classes, persons;
  std::optional<BlockUnit> intervals;  ///< what confidence intervals are drawn from, if they are wanted
  EventRules events;
  IntervalSettings drawn;

  /// @throws Error invalid_argument for a class that does not exist, and for events and stretches of time of samples
  /// without a rate.
  EvaluationSettings evaluation(const std::vector<std::string>& classes, std::optional<double> rate) const;

  /// The person of each recording: as given, or by its BIDS name (sub-01), or the recording itself.
  /// @throws Error invalid_argument unless there are as many names as recordings.
  std::vector<std::string> persons_of(const std::vector<std::string>& paths) const;
};

/// First those of persons and intervals, then the classes of events; event_options() and interval_options() have the
/// rest.
std::span<const OptionRow<ScoreSettings>> score_options();

class RecordingEvaluator {
 public:
  /// @param persons of the recordings, in their order. @throws Error as Evaluator does.
  RecordingEvaluator(std::size_t classes, const EvaluationSettings& settings, std::vector<std::string> persons);

  /// @param piece with the number of its recording; its labels must outlive this object.
  void add(const Labelled& piece, const Classification& found);

  /// @throws Error invalid_data if no sample has a class; as Evaluator does.
  Evaluation result(const Execution& execution = {}) const;

 private:
  struct Piece {
    std::size_t recording;
    double begin;
    std::span<const std::int32_t> truth;
    std::vector<std::int32_t> labels;
    std::vector<double> posteriors;
  };

  std::vector<Piece> pieces_;
  std::vector<std::string> persons_;
  Evaluator evaluator_;
};

/// Folds of these persons' recordings, fit for the intervals that are asked for.
/// @throws Error as folds_for_other_persons() does for intervals of persons.
FoldSettings scored_folds(std::span<const Labelled> recordings, FoldSettings folds, const EvaluationSettings& settings,
                          std::vector<std::string> persons);

}  // namespace biotropy::sicamm
