// SPDX-License-Identifier: Apache-2.0
//
// Folds of cross-validation: whole recordings, all recordings of a person, or blocks of neighbouring samples. Never
// single samples, because their correlated neighbours would stay in training and bias the score.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/sicamm/labelled.hpp"
#include "biotropy/words.hpp"

namespace biotropy::sicamm {

enum class FoldUnit {
  automatic,  ///< recordings if there are at least as many as folds, otherwise blocks
  recordings,
  blocks,
  persons  ///< all recordings of a person
};

struct FoldSettings {
  std::size_t folds = 5;
  FoldUnit unit = FoldUnit::automatic;
  std::size_t block = 0;  ///< samples in a block; 0: every fold has four
  /// Samples this near to those left out are excluded from training too; unset: the longest correlation time of a
  /// class.
  std::optional<std::size_t> gap{};
  std::vector<std::string> persons{};  ///< of the recordings, by their numbers, for folds of persons
};

/// @throws Error invalid_argument for fewer than two folds.
void validate(const FoldSettings& settings);

/// Fold of each sample of each recording.
using Folds = std::vector<std::vector<std::uint32_t>>;

/// Assigns folds in turn to persons or recordings, with all of their pieces, or to blocks of at most this length that
/// restart in each piece.
/// @throws Error as validate() does; invalid_argument for fewer recordings or persons than folds if these are
/// requested.
Folds make_folds(std::span<const Labelled> recordings, const FoldSettings& settings);

/// The settings for scores that are to hold for other people: automatic folds are whole persons.
/// @throws Error as make_folds() does; invalid_argument if other folds have a person in training and in test;
/// too_short if there is only one.
FoldSettings folds_for_other_persons(std::span<const Labelled> recordings, FoldSettings settings);

/// Labels without those of one fold and those within `gap` samples of it in the same recording, even across a shorter
/// gap in time.
std::vector<std::vector<std::int32_t>> labels_without(std::span<const Labelled> recordings, const Folds& folds,
                                                      std::uint32_t left_out, std::size_t gap);

/// Contiguous parts of one fold, each with the number of its recording.
std::vector<Labelled> parts_of(std::span<const Labelled> recordings, std::size_t channels, const Folds& folds,
                               std::uint32_t fold);

}  // namespace biotropy::sicamm

namespace biotropy {

template <>
inline constexpr std::array kWords<sicamm::FoldUnit>{
    Word{"automatic", sicamm::FoldUnit::automatic},
    Word{"recordings", sicamm::FoldUnit::recordings},
    Word{"blocks", sicamm::FoldUnit::blocks},
    Word{"persons", sicamm::FoldUnit::persons},
};

}  // namespace biotropy
