// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/features/feature_settings.hpp"

#include <fmt/format.h>

#include <charconv>

#include "biotropy/error.hpp"
#include "biotropy/option.hpp"

namespace biotropy::sicamm {

namespace {

// Windows of band powers and spatial features overlap by nine tenths.
constexpr double kHopOfWindow = 0.1;

// "4-8" in Hz.
Band band_in(const std::string& text, const std::string& list) {
  Band band;
  const char* const end = text.data() + text.size();
  const auto [dash, low_fault] = std::from_chars(text.data(), end, band.low);
  const bool divided = low_fault == std::errc() && dash != end && *dash == '-';
  if (!divided || std::from_chars(dash + 1, end, band.high) != std::from_chars_result{end, std::errc()}) {
    throw Error::argument("bands", list, "a list of LOW-HIGH in Hz, separated by commas");
  }
  return band;
}

SlowWaveSettings slow_waves_of(const FeatureSettings& given) {
  SlowWaveSettings settings;
  settings.index = *choice_of<SlowWaveIndex>(word(given.kind));
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
  if (!given.bands.empty()) settings.bands.clear();
  for (const std::string& one : split(given.bands, ',')) settings.bands.push_back(band_in(one, given.bands));
  return settings;
}

SpatialSettings spatial_of(const FeatureSettings& given) {
  SpatialSettings settings;
  settings.method = given.kind == FeatureKind::csp ? SpatialMethod::csp : SpatialMethod::tangent;
  settings.window = given.window.value_or(settings.window);
  settings.shrinkage = given.shrinkage.value_or(settings.shrinkage);
  settings.components = given.components.value_or(settings.components);
  validate(settings);
  return settings;
}

void refuse_without_effect(const FeatureSettings& given) {
  const auto refuse = [](bool is_given, const char* name, const char* needed) {
    if (is_given) throw Error::argument(name, "given", fmt::format("left out without the features {}", needed));
  };
  if (!given.filter && given.filter_order) {
    throw Error::argument("filter_order", fmt::format("{}", *given.filter_order), "left out without a filter");
  }
  const FeatureKind kind = given.kind;
  const bool raw = kind == FeatureKind::raw, bands = kind == FeatureKind::bands, csp = kind == FeatureKind::csp,
             spatial = csp || kind == FeatureKind::tangent, slow_waves = !raw && !bands && !spatial;
  refuse(raw && given.window, "window", "tsi, dsi, asi, bands, csp and tangent");
  refuse(!slow_waves && given.log, "log", "tsi, dsi and asi");
  refuse(!slow_waves && given.delta, "delta", "tsi, dsi and asi");
  refuse(!slow_waves && given.theta, "theta", "tsi, dsi and asi");
  refuse(!slow_waves && given.alpha, "alpha", "tsi, dsi and asi");
  refuse(!slow_waves && !bands && given.resolution, "resolution", "tsi, dsi, asi and bands");
  refuse(raw && given.hop, "hop", "tsi, dsi, asi, bands, csp and tangent");
  if (!bands && !given.bands.empty()) throw Error::argument("bands", "given", "left out without the features bands");
  if (!csp && given.components) throw Error::argument("components", "given", "left out without the features csp");
  refuse(!spatial && given.shrinkage, "window_shrinkage", "csp and tangent");
}

}  // namespace

FeatureRecipe FeatureSettings::recipe() const {
  refuse_without_effect(*this);
  FeatureRecipe recipe;
  if (filter || notch) {
    recipe.filter.emplace();
    recipe.filter->band = filter.value_or(recipe.filter->band);
    recipe.filter->order = filter_order.value_or(recipe.filter->order);
    recipe.filter->notch = notch;
  }
  if (kind == FeatureKind::bands) recipe.band_powers = band_powers_of(*this);
  if (kind == FeatureKind::csp || kind == FeatureKind::tangent) recipe.spatial = spatial_of(*this);
  if (!recipe.renames()) {
    if (kind != FeatureKind::raw) recipe.slow_waves = slow_waves_of(*this);
    recipe.hop = hop.value_or(0.0);
    return recipe;
  }
  const double length = recipe.spatial ? recipe.spatial->window : recipe.band_powers->window;
  recipe.hop = hop.value_or(kHopOfWindow * length);
  return recipe;
}

FeatureSettings settings_of(const FeatureRecipe& recipe) {
  FeatureSettings result;
  if (const auto& filter = recipe.filter) {
    if (!filter->band.open()) {
      result.filter = filter->band;
      result.filter_order = filter->order;
    }
    result.notch = filter->notch;
  }
  if (recipe.hop > 0.0) result.hop = recipe.hop;
  if (const auto& given = recipe.slow_waves) {
    result.kind = *choice_of<FeatureKind>(word(given->index));
    result.window = given->window;
    result.resolution = given->resolution;
    result.log = given->log;
    result.delta = given->delta;
    result.theta = given->theta;
    result.alpha = given->alpha;
  } else if (const auto& powers = recipe.band_powers) {
    result.kind = FeatureKind::bands;
    result.window = powers->window;
    result.resolution = powers->resolution;
    for (const Band& band : powers->bands) {
      result.bands += fmt::format("{}{}-{}", result.bands.empty() ? "" : ",", band.low, band.high);
    }
  } else if (const auto& spatial = recipe.spatial) {
    const bool csp = spatial->method == SpatialMethod::csp;
    result.kind = csp ? FeatureKind::csp : FeatureKind::tangent;
    result.window = spatial->window;
    result.shrinkage = spatial->shrinkage;
    if (csp) result.components = spatial->components;
  }
  return result;
}

}  // namespace biotropy::sicamm
