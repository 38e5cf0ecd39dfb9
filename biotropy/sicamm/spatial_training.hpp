// SPDX-License-Identifier: Apache-2.0
//
// Training on features that are themselves learned from labels. What is left out to choose beta is left out of the
// features, too: projections that were chosen for these windows would make beta too large.
#pragma once

#include <string>
#include <vector>

#include "biotropy/sicamm/features/spatial_features.hpp"
#include "biotropy/sicamm/training.hpp"

namespace biotropy::sicamm {

struct SpatialTraining {
  Training training;
  SpatialMap map;
};

/// @param covariances packed, of windows of these channels. @throws Error as fit_spatial() and train() do.
SpatialTraining train_spatial(std::span<const Labelled> covariances, const std::vector<std::string>& channels,
                              const std::vector<std::string>& classes, const SpatialSettings& spatial,
                              const TrainingSettings& settings = {}, const Execution& execution = {});

}  // namespace biotropy::sicamm
