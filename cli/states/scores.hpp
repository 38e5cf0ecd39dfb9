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

#include "biotropy/sicamm/familiarity.hpp"
#include "biotropy/sicamm/recording_evaluator.hpp"

namespace biotropy::cli {

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

nlohmann::ordered_json json_of(const StatesScores& scores, const sicamm::ScoreSettings& settings);
std::string text_of(const StatesScores& scores);

}  // namespace biotropy::cli
