// SPDX-License-Identifier: Apache-2.0
//
// Parts of recordings that are left out in turn: whole recordings, or blocks of neighbouring samples. Never single
// samples, whose neighbours would stay in training and give them away.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "biotropy/sicamm/labelled.hpp"

namespace biotropy::sicamm {

enum class FoldUnit {
  automatic,  ///< recordings where there are as many as folds, otherwise blocks
  recordings,
  blocks
};

/// @throws Error invalid_argument for a name other than "automatic", "recordings" and "blocks".
FoldUnit fold_unit(std::string_view name);

struct FoldSettings {
  std::size_t folds = 5;
  FoldUnit unit = FoldUnit::automatic;
  std::size_t block = 0;  ///< samples in a block; 0: every fold has four
  /// Samples this near to those left out are in no training either; unset: the longest correlation time of a class.
  std::optional<std::size_t> gap{};
};

/// @throws Error invalid_argument for fewer than two folds.
void validate(const FoldSettings& settings);

/// The fold of each sample of each recording.
using Folds = std::vector<std::vector<std::uint32_t>>;

/// Recordings, with all of their pieces, or blocks of at most this length that begin anew in each piece, take turns.
/// @throws Error as validate() does; invalid_argument for fewer recordings than folds where recordings are asked for.
Folds make_folds(std::span<const Labelled> recordings, const FoldSettings& settings);

/// Labels without those of one fold and those within `gap` samples of it in the same recording, also beyond a gap in
/// time that is shorter than that.
std::vector<std::vector<std::int32_t>> labels_without(std::span<const Labelled> recordings, const Folds& folds,
                                                      std::uint32_t left_out, std::size_t gap);

/// The unbroken parts of one fold, each as a recording.
std::vector<Labelled> parts_of(std::span<const Labelled> recordings, std::size_t channels, const Folds& folds,
                               std::uint32_t fold);

}  // namespace biotropy::sicamm
