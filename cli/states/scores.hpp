// SPDX-License-Identifier: Apache-2.0
//
// Scores of states for `biotropy states evaluate` and `compare`: options of events, persons and intervals, and the
// report.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "biotropy/sicamm/evaluation.hpp"
#include "biotropy/sicamm/familiarity.hpp"

namespace CLI {
class App;
}

namespace biotropy::cli {

struct ScoreOptions {
  std::string event_classes, persons, intervals;
  sicamm::EventRules events;
  sicamm::IntervalSettings drawn;

  /// @throws Error invalid_argument for a class that does not exist, and for events of samples without a rate.
  sicamm::EvaluationSettings settings(const std::vector<std::string>& classes, double rate, bool has_rate) const;

  /// The person of each recording: as given, or by its BIDS name (sub-01), or the recording itself.
  /// @throws Error invalid_argument unless there are as many names as recordings.
  std::vector<std::string> persons_of(const std::vector<std::string>& paths) const;
};

/// Persons and intervals.
void add_interval_options(CLI::App& command, ScoreOptions& options);

/// These, and events.
void add_score_options(CLI::App& command, ScoreOptions& options);

/// How likely a recording is, beside parts that were left out of the training of the model.
struct RecordingLikeness {
  std::string recording;
  sicamm::Likeness likeness;
};

/// Scores of recordings, or of folds.
struct StatesScores {
  std::vector<std::string> classes;
  std::vector<std::size_t> event_classes;
  sicamm::Scores all;
  std::vector<std::pair<std::string, sicamm::Scores>> parts;
  sicamm::Evaluation evaluation;
  Notices notices;
  std::optional<sicamm::Familiarity> familiarity{};  ///< of the model that is scored
  std::vector<RecordingLikeness> likenesses{};       ///< none where no model is scored
};

nlohmann::ordered_json json_of(const StatesScores& scores, const ScoreOptions& options);
std::string text_of(const StatesScores& scores);

}  // namespace biotropy::cli
