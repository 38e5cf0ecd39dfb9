// SPDX-License-Identifier: Apache-2.0
//
// Feature vectors of whole recordings.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/series/recording.hpp"
#include "biotropy/sicamm/features/feature_recipe.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::sicamm {

/// Feature vectors without a gap between them.
struct FeaturePiece {
  std::size_t begin = 0, end = 0;  ///< vectors
  std::size_t first_sample = 0;    ///< sample of vector `begin`: the last one of its window
};

struct Features {
  std::vector<double> values;        ///< [vector * size + number]
  std::size_t size = 0;              ///< numbers in a vector
  std::size_t hop = 1;               ///< samples from one vector to the next
  std::size_t window = 1;            ///< samples of a vector
  std::vector<FeaturePiece> pieces;  ///< one for each piece of the samples, even if shorter than a window
  std::vector<std::uint8_t> mixed;   ///< of vectors whose samples have labels: 1 where these are several
};

/// Vectors as FeatureStream has them. No window extends across a gap, and filters restart there.
/// @param pieces pieces of the samples, in order. @throws Error as FeatureStream does; cancelled.
Features features(const FeatureRecipe& recipe, std::vector<double> samples, std::size_t channels, double sampling_rate,
                  std::span<const series::Piece> pieces, const Execution& execution = {});

}  // namespace biotropy::sicamm
