// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/features/feature_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "biotropy/error.hpp"

namespace biotropy::sicamm {

namespace {

// Windows of band powers and spatial features overlap by nine tenths.
constexpr double kHopOfWindow = 0.1;

constexpr std::array<std::string_view, 7> kKinds = {"raw", "tsi", "dsi", "asi", "bands", "csp", "tangent"};

SlowWaveSettings slow_waves_of(const FeatureSettings& given) {
  SlowWaveSettings settings;
  settings.index = slow_wave_index(given.kind);
  settings.window = given.window.value_or(settings.window);
  settings.resolution = given.resolution.value_or(settings.resolution);
  settings.log = given.log;
  settings.delta = given.delta.value_or(settings.delta);
  settings.theta = given.theta.value_or(settings.theta);
  settings.alpha = given.alpha.value_or(settings.alpha);
  return settings;
}

BandPowerSettings band_powers_of(const FeatureSettings& given) {
  BandPowerSettings settings;
  settings.window = given.window.value_or(settings.window);
  settings.resolution = given.resolution.value_or(settings.resolution);
  if (!given.bands.empty()) settings.bands = given.bands;
  return settings;
}

SpatialSettings spatial_of(const FeatureSettings& given) {
  SpatialSettings settings;
  settings.method = given.kind == "csp" ? SpatialMethod::csp : SpatialMethod::tangent;
  settings.window = given.window.value_or(settings.window);
  settings.shrinkage = given.shrinkage.value_or(settings.shrinkage);
  settings.components = given.components.value_or(settings.components);
  validate(settings);
  return settings;
}

void refuse_without_effect(const FeatureSettings& given) {
  const auto refuse = [](bool is_given, const char* name, const char* needed) {
    if (is_given) throw Error::argument(name, "given", fmt::format("one of the features {} with it", needed));
  };
  if (!given.filter && given.filter_order) {
    throw Error::argument("filter-order", fmt::format("{}", *given.filter_order), "a filter with it");
  }
  const std::string& kind = given.kind;
  const bool bands = kind == "bands", spatial = kind == "csp" || kind == "tangent";
  const bool slow_waves = kind == "tsi" || kind == "dsi" || kind == "asi";
  refuse(kind == "raw" && given.window, "window", "tsi, dsi, asi, bands, csp and tangent");
  refuse(!slow_waves && given.log, "log", "tsi, dsi and asi");
  refuse(!slow_waves && given.delta, "delta", "tsi, dsi and asi");
  refuse(!slow_waves && given.theta, "theta", "tsi, dsi and asi");
  refuse(!slow_waves && given.alpha, "alpha", "tsi, dsi and asi");
  refuse(!slow_waves && !bands && given.resolution, "resolution", "tsi, dsi, asi and bands");
  refuse(kind == "raw" && given.hop, "hop", "tsi, dsi, asi, bands, csp and tangent");
  if (!bands && !given.bands.empty()) throw Error::argument("bands", "given", "the features bands with it");
  if (kind != "csp" && given.components) throw Error::argument("components", "given", "the features csp with it");
  refuse(!spatial && given.shrinkage, "window-shrinkage", "csp and tangent");
}

}  // namespace

FeatureRecipe FeatureSettings::recipe() const {
  if (std::find(kKinds.begin(), kKinds.end(), kind) == kKinds.end()) {
    throw Error::argument("features", kind, "one of raw, tsi, dsi, asi, bands, csp and tangent");
  }
  refuse_without_effect(*this);
  FeatureRecipe recipe;
  if (filter || notch) {
    recipe.filter.emplace();
    recipe.filter->band = filter.value_or(recipe.filter->band);
    recipe.filter->order = filter_order.value_or(recipe.filter->order);
    recipe.filter->notch = notch;
  }
  if (kind == "bands") recipe.band_powers = band_powers_of(*this);
  if (kind == "csp" || kind == "tangent") recipe.spatial = spatial_of(*this);
  if (!recipe.renames()) {
    if (kind != "raw") recipe.slow_waves = slow_waves_of(*this);
    recipe.hop = hop.value_or(0.0);
    return recipe;
  }
  const double length = recipe.spatial ? recipe.spatial->window : recipe.band_powers->window;
  recipe.hop = hop.value_or(kHopOfWindow * length);
  return recipe;
}

}  // namespace biotropy::sicamm
