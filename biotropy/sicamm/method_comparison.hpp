// SPDX-License-Identifier: Apache-2.0
//
// The model beside simple methods, on the same folds. A fold counts only if every method has a score of it, so that all
// scores are of the same samples, and intervals draw the same blocks for all methods.
#pragma once

#include <string>
#include <vector>

#include "biotropy/notice.hpp"
#include "biotropy/sicamm/evaluation.hpp"
#include "biotropy/sicamm/validation.hpp"

namespace biotropy::sicamm {

struct MethodScores {
  std::string method;
  std::vector<FoldResult> folds;  ///< that count
  Scores all;                     ///< over these
  Evaluation evaluation;          ///< of whole recordings
  Notices notices;
};

struct MethodComparison {
  std::vector<std::uint32_t> folds;   ///< that count
  std::vector<MethodScores> methods;  ///< simple ones, and last the model
  Notices notices;                    ///< of all methods, with their names
};

/// @param recordings each piece with the number of its recording. @param persons of the recordings.
/// @throws Error as cross_validate(), validate_reference() and Evaluator do; too_short, naming the method, if a method
/// could score no fold, and if no fold has a score by every method.
MethodComparison compare_methods(std::span<const Labelled> recordings, const std::vector<std::string>& channels,
                                 const std::vector<std::string>& classes, const ValidationSettings& settings,
                                 const EvaluationSettings& evaluation, const std::vector<std::string>& persons,
                                 const Execution& execution = {});

}  // namespace biotropy::sicamm
