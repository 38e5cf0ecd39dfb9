// SPDX-License-Identifier: Apache-2.0
//
// Features of a model: the channels themselves, or an index of slow waves for each. The recipe is stored with the
// model, so that later recordings get the same features.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "biotropy/series/recording.hpp"
#include "biotropy/sicamm/slow_wave.hpp"

namespace biotropy::sicamm {

struct FeatureRecipe {
  std::optional<SlowWaveSettings> slow_waves;  ///< unset: the channels themselves
};

/// Names and values for Model::notes.
std::vector<std::pair<std::string, std::string>> notes_of(const FeatureRecipe& recipe);

/// The channels themselves if the notes name no features. @throws Error invalid_data for invalid notes.
FeatureRecipe recipe_of(const std::vector<std::pair<std::string, std::string>>& notes);

/// Feature vectors without a gap between them.
struct FeaturePiece {
  std::size_t begin = 0, end = 0;  ///< vectors
  std::size_t first_sample = 0;    ///< sample of vector `begin`: the last one of its window
};

struct Features {
  std::vector<double> values;        ///< [vector * channels + channel]
  std::vector<FeaturePiece> pieces;  ///< one for each piece of the samples, even if shorter than a window
};

/// No window extends across a gap. @param pieces pieces of the samples, in order. @throws Error as slow_waves() does.
Features features(const FeatureRecipe& recipe, std::vector<double> samples, std::size_t channels, double sampling_rate,
                  std::span<const series::Piece> pieces, const Execution& execution = {});

}  // namespace biotropy::sicamm
