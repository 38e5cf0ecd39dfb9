// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/recording_evaluator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "biotropy/company.hpp"
#include "biotropy/error.hpp"
#include "biotropy/sicamm/state_options.hpp"
#include "biotropy/sicamm/states_recording.hpp"

namespace biotropy::sicamm {

namespace {

// "sub-01" of "sub-01_task-rest_eeg.edf".
std::string person_of(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().generic_string();
  return name.starts_with("sub-") ? name.substr(0, name.find_first_of("_.")) : path;
}

}  // namespace

EvaluationSettings ScoreSettings::evaluation(const std::vector<std::string>& classes,
                                             std::optional<double> rate) const {
  if (!intervals) refuse_given(interval_options(), drawn, "intervals");
  EvaluationSettings result;
  result.rate = rate;
  result.events = events;
  for (const std::string& name : list_of_distinct_names("event_classes", event_classes)) {
    const auto found = std::find(classes.begin(), classes.end(), name);
    if (found == classes.end()) throw Error::argument("event_classes", name, one_of_words(classes));
    result.event_classes.push_back(static_cast<std::size_t>(found - classes.begin()));
  }
  if (intervals) {
    result.intervals = drawn;
    result.intervals->unit = *intervals;
  }
  validate(result);
  return result;
}

std::vector<std::string> ScoreSettings::persons_of(const std::vector<std::string>& paths) const {
  std::vector<std::string> result = list_of_names("persons", persons);
  if (persons.empty()) std::ranges::transform(paths, std::back_inserter(result), person_of);
  // A person may have several recordings.
  if (result.size() != paths.size()) {
    throw Error::argument("persons", fmt::format("{} names", result.size()),
                          fmt::format("one for each of {} recordings, in their order", paths.size()));
  }
  return result;
}

std::span<const OptionRow<ScoreSettings>> score_options() {
  using S = ScoreSettings;
  static const std::vector<OptionRow<S>> rows{
      option_row<S>("persons", &S::persons,
                    {"NAME,...", "", "a list of names, separated by commas",
                     "The person of each recording, in their order; otherwise that of its BIDS name (sub-01), or the "
                     "recording is a person"}),
      option_row<S>("intervals", &S::intervals,
                    {"", "", "",
                     "Confidence intervals of all scores, from persons, recordings or stretches of time that are drawn "
                     "with replacement"}),
      option_row<S>("event_classes", &S::event_classes,
                    {"NAME,...", "", "a list of names, separated by commas",
                     "Classes whose events are scored as SzCORE has it: sensitivity, precision, F1, false alarms per "
                     "day"}),
  };
  return rows;
}

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
