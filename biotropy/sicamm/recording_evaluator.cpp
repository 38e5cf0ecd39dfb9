// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/recording_evaluator.hpp"

#include <algorithm>
#include <utility>

#include "biotropy/error.hpp"

namespace biotropy::sicamm {

RecordingEvaluator::RecordingEvaluator(std::size_t classes, const EvaluationSettings& settings,
                                       std::vector<std::string> persons)
    : persons_(std::move(persons)), evaluator_(classes, settings) {}

void RecordingEvaluator::add(const Labelled& piece, const Classification& found) {
  pieces_.push_back({piece.recording.value(), piece.begin, piece.labels, found.states(), found.posteriors});
}

Evaluation RecordingEvaluator::result(const Execution& execution) const {
  const bool any = std::any_of(pieces_.begin(), pieces_.end(), [](const Piece& one) {
    return std::any_of(one.truth.begin(), one.truth.end(), [](std::int32_t label) { return label != kUnlabelled; });
  });
  if (!any) throw Error(ErrorCode::invalid_data, "no sample has a label of one of the classes");
  std::vector<const Piece*> in_order;
  for (const Piece& one : pieces_) in_order.push_back(&one);
  const auto key = [](const Piece* one) { return std::pair(one->recording, one->begin); };
  std::sort(in_order.begin(), in_order.end(), [&](const Piece* a, const Piece* b) { return key(a) < key(b); });
  Evaluator evaluator = evaluator_;
  std::size_t next = 0;
  for (std::size_t number = 0; number < persons_.size(); ++number) {
    std::vector<ScoredPiece> of_recording;
    for (; next < in_order.size() && in_order[next]->recording == number; ++next) {
      const Piece& one = *in_order[next];
      of_recording.push_back({one.begin, one.truth, one.labels, one.posteriors});
    }
    evaluator.add(persons_[number], of_recording);
  }
  return evaluator.result(execution);
}

FoldSettings scored_folds(std::span<const Labelled> recordings, FoldSettings folds, const EvaluationSettings& settings,
                          std::vector<std::string> persons) {
  folds.persons = std::move(persons);
  const bool for_others = settings.intervals && settings.intervals->unit == BlockUnit::persons;
  return for_others ? folds_for_other_persons(recordings, std::move(folds)) : folds;
}

}  // namespace biotropy::sicamm
