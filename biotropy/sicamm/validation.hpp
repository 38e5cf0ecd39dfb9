// SPDX-License-Identifier: Apache-2.0
//
// Cross-validation over recordings or blocks: each fold is left out in turn, a model is trained on the rest, with a gap
// around the fold, and training makes all its choices within the rest. Single samples are never shuffled into folds:
// neighbours are correlated, so the score would be too high.
#pragma once

#include <functional>
#include <optional>

#include "biotropy/notice.hpp"
#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/features/spatial_features.hpp"
#include "biotropy/sicamm/scores.hpp"
#include "biotropy/sicamm/training.hpp"

namespace biotropy::sicamm {

struct ValidationSettings {
  FoldSettings folds{};         ///< parts left out and scored
  TrainingSettings training{};  ///< its own folds are parts of the rest
  ClassifySettings classify{};
  /// Samples are packed covariances of windows, and each fold has features that are learned from its rest.
  std::optional<SpatialSettings> spatial{};
  /// Called with the number of a fold, each part of it that is scored, and its classification by a model of the rest.
  std::function<void(std::uint32_t, const Labelled&, const Classification&)> scored{};
  /// Of validate_reference() with mixtures, for each class; their seed is that of training.
  std::size_t mixture_components = 3;
};

struct FoldResult {
  std::uint32_t fold = 0;
  Scores scores;
  double beta = 1.0;
};

struct Validation {
  Scores scores;  ///< over all folds
  std::vector<FoldResult> folds;
  std::size_t gap = 0;  ///< samples next to those left out that were excluded from training too
  Notices notices;
};

/// A fold whose rest makes no model (a class is missing) is left out with a notice. Every contiguous part of a fold is
/// decoded as its own recording.
/// @throws Error as train() does; too_short if no fold could be scored.
Validation cross_validate(std::span<const Labelled> recordings, const std::vector<std::string>& channels,
                          const std::vector<std::string>& classes, const ValidationSettings& settings = {},
                          const Execution& execution = {});

}  // namespace biotropy::sicamm
