// SPDX-License-Identifier: Apache-2.0
//
// What a model sees of a recording: its channels as they are, or an index of slow waves for each. The recipe is kept
// with the model, so that it sees the same of every later recording.
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

/// Channels as they are where the notes say nothing. @throws Error invalid_data for notes that make no recipe.
FeatureRecipe recipe_of(const std::vector<std::pair<std::string, std::string>>& notes);

/// Vectors of samples without a gap between them.
struct FeaturePiece {
  std::size_t begin = 0, end = 0;  ///< vectors
  std::size_t first_sample = 0;    ///< that vector `begin` belongs to: the last one of its window
};

struct Features {
  std::vector<double> values;        ///< [vector * channels + channel]
  std::vector<FeaturePiece> pieces;  ///< one for each of the samples', also where it is shorter than a window
};

/// No window reaches across a gap. @param pieces of the samples, in their order.
/// @throws Error as slow_waves() does.
Features features(const FeatureRecipe& recipe, std::vector<double> samples, std::size_t channels, double sampling_rate,
                  std::span<const series::Piece> pieces, const Execution& execution = {});

}  // namespace biotropy::sicamm
