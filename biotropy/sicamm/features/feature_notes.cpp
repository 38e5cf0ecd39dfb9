// SPDX-License-Identifier: Apache-2.0
//
// The recipe of features as names and values.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/features/feature_recipe.hpp"

namespace biotropy::sicamm {

namespace {

constexpr std::array<std::string_view, 3> kIndices = {"dsi", "tsi", "asi"};

using Notes = std::vector<std::pair<std::string, std::string>>;

const std::string* find(const Notes& notes, std::string_view name) {
  const auto found = std::find_if(notes.begin(), notes.end(), [&](const auto& note) { return note.first == name; });
  return found == notes.end() ? nullptr : &found->second;
}

double number_in(const Notes& notes, std::string_view name, bool may_be_infinite = false) {
  const std::string* text = find(notes, name);
  double value = 0.0;
  const bool found = text != nullptr;
  const char* end = found ? text->data() + text->size() : nullptr;
  if (!found || std::from_chars(text->data(), end, value) != std::from_chars_result{end, std::errc()} ||
      std::isnan(value) || (std::isinf(value) && !may_be_infinite)) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("the note '{}' of the model is {}, not a number", name, found ? *text : "missing"));
  }
  return value;
}

// A whole number that an int holds.
int count_in(const Notes& notes, std::string_view name) {
  constexpr double most = 1e6;
  const double value = number_in(notes, name);
  if (value >= 0.0 && value <= most && value == std::floor(value)) return static_cast<int>(value);
  throw Error(ErrorCode::invalid_data, fmt::format("the note '{}' of the model is {}, not a count", name, value));
}

void add_band(Notes& notes, const std::string& name, double low, double high) {
  notes.emplace_back(fmt::format("{} low", name), fmt::format("{}", low));
  notes.emplace_back(fmt::format("{} high", name), fmt::format("{}", high));
}

void add_slow_waves(Notes& notes, const SlowWaveSettings& settings) {
  notes.emplace_back("features", std::string(kIndices[static_cast<std::size_t>(settings.index)]));
  notes.emplace_back("feature window", fmt::format("{}", settings.window));
  notes.emplace_back("feature resolution", fmt::format("{}", settings.resolution));
  notes.emplace_back("feature logarithm", settings.log ? "yes" : "no");
  add_band(notes, "delta", settings.delta.low, settings.delta.high);
  add_band(notes, "theta", settings.theta.low, settings.theta.high);
  add_band(notes, "alpha", settings.alpha.low, settings.alpha.high);
}

SlowWaveSettings slow_waves_in(const Notes& notes, std::string_view kind) {
  SlowWaveSettings settings;
  settings.index = require_choice<SlowWaveIndex>("features", kind);
  settings.window = number_in(notes, "feature window");
  settings.resolution = number_in(notes, "feature resolution");
  const std::string* log = find(notes, "feature logarithm");
  settings.log = log != nullptr && *log == "yes";
  settings.delta = {number_in(notes, "delta low"), number_in(notes, "delta high")};
  settings.theta = {number_in(notes, "theta low"), number_in(notes, "theta high")};
  settings.alpha = {number_in(notes, "alpha low"), number_in(notes, "alpha high")};
  return settings;
}

void add_band_powers(Notes& notes, const BandPowerSettings& settings) {
  notes.emplace_back("features", "bands");
  notes.emplace_back("feature window", fmt::format("{}", settings.window));
  notes.emplace_back("feature resolution", fmt::format("{}", settings.resolution));
  notes.emplace_back("feature bands", fmt::format("{}", settings.bands.size()));
  for (std::size_t i = 0; i < settings.bands.size(); ++i) {
    add_band(notes, fmt::format("band {}", i + 1), settings.bands[i].low, settings.bands[i].high);
  }
}

BandPowerSettings band_powers_in(const Notes& notes) {
  BandPowerSettings settings;
  settings.window = number_in(notes, "feature window");
  settings.resolution = number_in(notes, "feature resolution");
  settings.bands.clear();
  for (int i = 1; i <= count_in(notes, "feature bands"); ++i) {
    settings.bands.push_back({number_in(notes, fmt::format("band {} low", i)),
                              number_in(notes, fmt::format("band {} high", i))});
  }
  return settings;
}

SpatialSettings spatial_in(const Notes& notes, SpatialMethod method) {
  SpatialSettings settings;
  settings.method = method;
  settings.window = number_in(notes, "feature window");
  settings.shrinkage = number_in(notes, "feature shrinkage");
  settings.components = static_cast<std::size_t>(count_in(notes, "feature components"));
  return settings;
}

void add_map(Notes& notes, const SpatialMap& map) {
  notes.emplace_back("feature rows", fmt::format("{}", fmt::join(map.rows, " ")));
}

// The numbers of a text, each exactly as it was written.
SpatialMap map_in(const Notes& notes, SpatialMethod method, std::size_t channels) {
  const std::string& text = *find(notes, "feature rows");
  const auto refuse = [] { throw Error(ErrorCode::invalid_data, "the note 'feature rows' of the model is no matrix"); };
  SpatialMap map{method, channels, {}};
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    double value = 0.0;
    const auto [next, fault] = std::from_chars(at, end, value);
    if (fault != std::errc() || !std::isfinite(value) || (next < end && *next != ' ')) refuse();
    map.rows.push_back(value);
    at = next < end ? next + 1 : next;
  }
  if (channels == 0 || map.rows.empty() || map.rows.size() % channels != 0) refuse();
  return map;
}

std::vector<std::string> channels_in(const Notes& notes) {
  std::vector<std::string> channels;
  for (int i = 1; i <= count_in(notes, "feature channels"); ++i) {
    const std::string name = fmt::format("feature channel {}", i);
    const std::string* channel = find(notes, name);
    if (channel == nullptr) throw Error(ErrorCode::invalid_data, fmt::format("the note '{}' is missing", name));
    channels.push_back(*channel);
  }
  return channels;
}

}  // namespace

Notes notes_of(const FeatureRecipe& recipe) {
  Notes notes;
  if (recipe.slow_waves) {
    add_slow_waves(notes, *recipe.slow_waves);
  } else if (recipe.band_powers) {
    add_band_powers(notes, *recipe.band_powers);
  } else if (recipe.spatial) {
    const SpatialSettings& settings = *recipe.spatial;
    notes.emplace_back("features", settings.method == SpatialMethod::csp ? "csp" : "tangent");
    notes.emplace_back("feature window", fmt::format("{}", settings.window));
    notes.emplace_back("feature shrinkage", fmt::format("{}", settings.shrinkage));
    notes.emplace_back("feature components", fmt::format("{}", settings.components));
  } else {
    notes.emplace_back("features", "raw");
  }
  if (recipe.hop > 0.0) notes.emplace_back("feature hop", fmt::format("{}", recipe.hop));
  if (recipe.renames()) notes.emplace_back("feature channels", fmt::format("{}", recipe.channels.size()));
  for (std::size_t i = 0; recipe.renames() && i < recipe.channels.size(); ++i) {
    notes.emplace_back(fmt::format("feature channel {}", i + 1), recipe.channels[i]);
  }
  if (recipe.map) add_map(notes, *recipe.map);
  if (!recipe.filter) return notes;
  add_band(notes, "filter", recipe.filter->band.low, recipe.filter->band.high);
  notes.emplace_back("filter order", fmt::format("{}", recipe.filter->order));
  if (recipe.filter->notch) notes.emplace_back("filter notch", fmt::format("{}", *recipe.filter->notch));
  return notes;
}

FeatureRecipe recipe_of(const Notes& notes) {
  FeatureRecipe recipe;
  const std::string* kind = find(notes, "features");
  if (kind == nullptr) return recipe;
  if (std::find(kIndices.begin(), kIndices.end(), *kind) != kIndices.end()) {
    recipe.slow_waves = slow_waves_in(notes, *kind);
  } else if (*kind == "bands") {
    recipe.band_powers = band_powers_in(notes);
  } else if (*kind == "csp" || *kind == "tangent") {
    recipe.spatial = spatial_in(notes, *kind == "csp" ? SpatialMethod::csp : SpatialMethod::tangent);
  } else if (*kind != "raw") {
    throw Error(ErrorCode::invalid_data,
                fmt::format("the model was trained on features '{}', which are not known", *kind));
  }
  if (find(notes, "feature hop") != nullptr) recipe.hop = number_in(notes, "feature hop");
  if (recipe.renames()) recipe.channels = channels_in(notes);
  if (recipe.spatial && find(notes, "feature rows") != nullptr) {
    recipe.map = map_in(notes, recipe.spatial->method, recipe.channels.size());
  }
  if (find(notes, "filter order") == nullptr) return recipe;
  recipe.filter.emplace();
  recipe.filter->band = {number_in(notes, "filter low"), number_in(notes, "filter high", true)};
  recipe.filter->order = count_in(notes, "filter order");
  if (find(notes, "filter notch") != nullptr) recipe.filter->notch = number_in(notes, "filter notch");
  return recipe;
}

}  // namespace biotropy::sicamm
