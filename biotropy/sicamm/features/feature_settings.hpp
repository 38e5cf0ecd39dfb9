// SPDX-License-Identifier: Apache-2.0
//
// Features by name, as the program and Python ask for them: what is not set has the preset of its kind, and a setting
// without effect on the features is refused.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "biotropy/sicamm/features/feature_recipe.hpp"

namespace biotropy::sicamm {

struct FeatureSettings {
  std::string kind = "raw";            ///< raw, tsi, dsi, asi, bands, csp or tangent
  std::optional<double> window{};      ///< seconds: 0.25 for an index of slow waves, 1 for others
  std::optional<double> hop{};         ///< seconds: one sample for an index of slow waves, 0.1 windows for others
  std::optional<double> resolution{};  ///< Hz between the lines of the transform: 1
  bool log = false;                    ///< of an index of slow waves
  std::optional<Band> delta{}, theta{}, alpha{};
  std::vector<Band> bands{};  ///< of band powers; none: their preset
  std::optional<std::size_t> components{};
  std::optional<double> shrinkage{};  ///< of the covariance of a window
  std::optional<prepare::Band> filter{};
  std::optional<int> filter_order{};
  std::optional<double> notch{};  ///< Hz

  /// @throws Error invalid_argument for an unknown kind, and for settings that have no effect on the features.
  FeatureRecipe recipe() const;
};

}  // namespace biotropy::sicamm
