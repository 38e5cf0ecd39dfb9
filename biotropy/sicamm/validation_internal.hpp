// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>

#include "biotropy/notice.hpp"
#include "biotropy/sicamm/validation.hpp"

namespace biotropy::sicamm {

/// Distance that training samples need from those left out, by the correlation times of the classes where none is set.
std::size_t fold_gap(std::span<const Labelled> recordings, std::size_t channels, std::size_t classes,
                     const FoldSettings& settings);

/// What was learned from the rest of a fold.
struct FoldModel {
  std::function<Classification(std::span<const double>)> classify;
  double beta = 1.0;
  Notices notices{};
};

/// Scores each fold by what `learned` makes of the rest; cross_validate() says which folds are left out.
/// @param channels numbers of a sample. @throws Error as `learned` does where it is not about the fold; too_short if no
/// fold could be scored.
Validation validate_folds(std::span<const Labelled> recordings, std::size_t channels, std::size_t classes,
                          const ValidationSettings& settings,
                          const std::function<FoldModel(std::span<const Labelled>)>& learned);

}  // namespace biotropy::sicamm
