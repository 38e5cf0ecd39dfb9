// SPDX-License-Identifier: Apache-2.0
//
// What a model trained in this way is worth on recordings, or blocks, that it has not seen: each fold is left out in
// turn, a model is trained on the rest, with a gap around what was left out, and everything that training chooses it
// chooses within the rest. Single samples are never shuffled into folds: neighbours resemble each other, and a model
// that has seen them would look better than it is.
#pragma once

#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/scores.hpp"
#include "biotropy/sicamm/training.hpp"

namespace biotropy::sicamm {

struct ValidationSettings {
  FoldSettings folds{};         ///< what is left out and scored
  TrainingSettings training{};  ///< its own folds are parts of the rest
  ClassifySettings classify{};
};

struct FoldResult {
  std::uint32_t fold = 0;
  Scores scores;
  double beta = 1.0;
};

struct Validation {
  Scores scores;  ///< of all folds together
  std::vector<FoldResult> folds;
  std::size_t gap = 0;  ///< samples next to those left out that were in no training either
  std::vector<std::string> warnings;
};

/// A fold whose rest makes no model (a class is missing) is left out with a warning. Every unbroken part of a fold is
/// decoded as a recording of its own.
/// @throws Error as train() does; too_short where no fold could be scored.
Validation cross_validate(std::span<const Labelled> recordings, const std::vector<std::string>& channels,
                          const std::vector<std::string>& classes, const ValidationSettings& settings = {},
                          const Execution& execution = {});

}  // namespace biotropy::sicamm
