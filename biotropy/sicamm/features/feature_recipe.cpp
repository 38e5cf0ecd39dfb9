// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/features/feature_recipe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/prepare/iir.hpp"
#include "biotropy/sicamm/features/window_covariance.hpp"

namespace biotropy::sicamm {

namespace {

// SlowWaveSettings has the checks of a window.
std::size_t samples_in(double window, double sampling_rate) {
  SlowWaveSettings settings;
  settings.window = window;
  return window_samples(settings, sampling_rate);
}

}  // namespace

std::size_t window_samples(const FeatureRecipe& recipe, double sampling_rate) {
  if (recipe.slow_waves) return window_samples(*recipe.slow_waves, sampling_rate);
  if (recipe.band_powers) return samples_in(recipe.band_powers->window, sampling_rate);
  if (recipe.spatial) return samples_in(recipe.spatial->window, sampling_rate);
  return 1;
}

std::size_t hop_samples(const FeatureRecipe& recipe, double sampling_rate) {
  constexpr double most_samples = 1e8;
  const double samples = std::round(recipe.hop * sampling_rate);
  if (!(recipe.hop >= 0.0 && samples <= most_samples)) {
    throw Error::argument("hop", fmt::format("{} s", recipe.hop),
                          fmt::format("a number of seconds from 0, at most {} samples", most_samples));
  }
  return std::max<std::size_t>(1, static_cast<std::size_t>(samples));
}

std::size_t vector_size(const FeatureRecipe& recipe, std::size_t channels) {
  if (recipe.band_powers) return channels * recipe.band_powers->bands.size();
  if (recipe.map) return recipe.map->size();
  return recipe.spatial ? packed_size(channels) : channels;
}

std::vector<std::string> feature_names(const FeatureRecipe& recipe, const std::vector<std::string>& channels) {
  if (recipe.map) return feature_names(*recipe.map, channels);
  if (!recipe.band_powers) return channels;
  std::vector<std::string> names;
  for (const std::string& channel : channels) {
    for (const Band& band : recipe.band_powers->bands) {
      names.push_back(fmt::format("{} {}-{} Hz", channel, band.low, band.high));
    }
  }
  return names;
}

prepare::Sections filter_sections(const FeatureRecipe& recipe, double sampling_rate) {
  if (!recipe.filter) return {};
  const CausalFilterSettings& settings = *recipe.filter;
  prepare::Sections sections;
  if (settings.notch) sections = prepare::notch(*settings.notch, prepare::kNotchQuality, sampling_rate);
  if (settings.band.open() && settings.notch) return sections;
  const prepare::Sections band = prepare::butterworth(settings.band, settings.order, sampling_rate);
  sections.insert(sections.end(), band.begin(), band.end());
  return sections;
}

void validate(const FeatureRecipe& recipe, double sampling_rate) {
  const std::size_t window = window_samples(recipe, sampling_rate);
  hop_samples(recipe, sampling_rate);
  filter_sections(recipe, sampling_rate);
  if (recipe.band_powers) {
    const BandPowerSettings& settings = *recipe.band_powers;
    SlidingBands(sampling_rate, window, settings.bands, settings.resolution);
  }
  if (!recipe.spatial) return;
  validate(*recipe.spatial);
  if (window < 2) {
    throw Error::argument("window", fmt::format("{} s", recipe.spatial->window),
                          fmt::format("two samples of {} Hz or more", sampling_rate));
  }
}

std::vector<std::string> recorded_channels(const Model& model) {
  FeatureRecipe recipe = recipe_of(model.notes);
  if (recipe.renames()) return std::move(recipe.channels);
  return model.channels;
}

void require_recipe(const Model& model) {
  const FeatureRecipe recipe = recipe_of(model.notes);
  const auto refuse = [](const std::string& fault) { throw Error(ErrorCode::invalid_data, fault); };
  if (model.sampling_rate && recipe.any()) validate(recipe, *model.sampling_rate);
  if (!recipe.renames()) return;
  require_names(recipe.channels, "recorded channel");
  if (recipe.spatial.has_value() != recipe.map.has_value()) refuse("spatial features without what was learned");
  if (recipe.map && recipe.map->channels != recipe.channels.size()) {
    refuse(fmt::format("spatial features of {} channels for {}", recipe.map->channels, recipe.channels.size()));
  }
  if (feature_names(recipe, recipe.channels) == model.channels) return;
  refuse(fmt::format("its features are not the {} numbers that the model has", model.channels.size()));
}

}  // namespace biotropy::sicamm
