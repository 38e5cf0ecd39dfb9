// SPDX-License-Identifier: Apache-2.0
//
// Options of features, training and decoding, for every front end.
#pragma once

#include <span>

#include "biotropy/option.hpp"
#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/evaluation.hpp"
#include "biotropy/sicamm/features/feature_settings.hpp"
#include "biotropy/sicamm/markov/baum_welch.hpp"
#include "biotropy/sicamm/training.hpp"

namespace biotropy::sicamm {

std::span<const OptionRow<FeatureSettings>> feature_options();
std::span<const OptionRow<TrainingSettings>> training_options();
/// Those that learning without labels has alone.
std::span<const OptionRow<LearningSettings>> learning_options();
/// What is given of the chain.
std::span<const OptionRow<GivenChain>> chain_options();
std::span<const OptionRow<FoldSettings>> fold_options();
/// First the decoder and its lag.
std::span<const OptionRow<ClassifySettings>> decoding_options();

/// Rules by which events are found.
std::span<const OptionRow<EventRules>> event_options();
/// Those of confidence intervals but their unit.
std::span<const OptionRow<IntervalSettings>> interval_options();

/// Settings of learning without labels. @param own those of learning_options().
/// @throws Error invalid_argument for an option of training that has no effect there.
LearningSettings learning_settings(const TrainingSettings& training, LearningSettings own = {});

}  // namespace biotropy::sicamm
