// SPDX-License-Identifier: Apache-2.0
//
// Features by name, as the program and Python ask for them: what is not set has the preset of its kind, and a setting
// without effect on the features is refused.
#pragma once

#include <optional>
#include <string>

#include "biotropy/sicamm/features/feature_recipe.hpp"
#include "biotropy/words.hpp"

namespace biotropy::sicamm {

enum class FeatureKind { raw, tsi, dsi, asi, bands, csp, tangent };

struct FeatureSettings {
  FeatureKind kind = FeatureKind::raw;
  std::optional<double> window{};      ///< seconds: 0.25 for an index of slow waves, 1 for others
  std::optional<double> hop{};         ///< seconds: one sample for an index of slow waves, 0.1 windows for others
  std::optional<double> resolution{};  ///< Hz between the lines of the transform: 1
  bool log = false;                    ///< of an index of slow waves
  std::optional<Band> delta{}, theta{}, alpha{};
  std::string bands{};  ///< of band powers, "4-8,8-13" in Hz; empty: their preset
  std::optional<std::size_t> components{};
  std::optional<double> shrinkage{};  ///< of the covariance of a window
  std::optional<prepare::Band> filter{};
  std::optional<int> filter_order{};
  std::optional<double> notch{};  ///< Hz

  /// @throws Error invalid_argument for an unknown kind, and for settings that have no effect on the features.
  FeatureRecipe recipe() const;
};

/// Settings of which recipe() makes this recipe, but for what was learned.
FeatureSettings settings_of(const FeatureRecipe& recipe);

}  // namespace biotropy::sicamm

namespace biotropy {

template <>
inline constexpr std::array kWords<sicamm::FeatureKind>{
    Word{"raw", sicamm::FeatureKind::raw},         Word{"tsi", sicamm::FeatureKind::tsi},
    Word{"dsi", sicamm::FeatureKind::dsi},         Word{"asi", sicamm::FeatureKind::asi},
    Word{"bands", sicamm::FeatureKind::bands},     Word{"csp", sicamm::FeatureKind::csp},
    Word{"tangent", sicamm::FeatureKind::tangent},
};

}  // namespace biotropy
