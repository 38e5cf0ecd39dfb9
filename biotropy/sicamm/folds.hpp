// SPDX-License-Identifier: Apache-2.0
//
// Folds of cross-validation: whole recordings, or blocks of neighbouring samples. Never single samples, because their
// correlated neighbours would stay in training and bias the score.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "biotropy/sicamm/labelled.hpp"

namespace biotropy::sicamm {

enum class FoldUnit {
  automatic,  ///< recordings if there are at least as many as folds, otherwise blocks
  recordings,
  blocks
};

/// @throws Error invalid_argument for a name other than "automatic", "recordings" and "blocks".
FoldUnit fold_unit(std::string_view name);

struct FoldSettings {
  std::size_t folds = 5;
  FoldUnit unit = FoldUnit::automatic;
  std::size_t block = 0;  ///< samples in a block; 0: every fold has four
  /// Samples this near to those left out are excluded from training too; unset: the longest correlation time of a
  /// class.
  std::optional<std::size_t> gap{};
};

/// @throws Error invalid_argument for fewer than two folds.
void validate(const FoldSettings& settings);

/// Fold of each sample of each recording.
using Folds = std::vector<std::vector<std::uint32_t>>;

/// Assigns folds in turn to recordings, with all of their pieces, or to blocks of at most this length that restart in
/// each piece.
/// @throws Error as validate() does; invalid_argument for fewer recordings than folds if recordings are requested.
Folds make_folds(std::span<const Labelled> recordings, const FoldSettings& settings);

/// Labels without those of one fold and those within `gap` samples of it in the same recording, even across a shorter
/// gap in time.
std::vector<std::vector<std::int32_t>> labels_without(std::span<const Labelled> recordings, const Folds& folds,
                                                      std::uint32_t left_out, std::size_t gap);

/// Contiguous parts of one fold, each with the number of its recording.
std::vector<Labelled> parts_of(std::span<const Labelled> recordings, std::size_t channels, const Folds& folds,
                               std::uint32_t fold);

}  // namespace biotropy::sicamm
