// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "biotropy/error.hpp"

namespace biotropy::sicamm {

namespace {

constexpr std::array<std::string_view, 3> kIndices = {"dsi", "tsi", "asi"};

using Notes = std::vector<std::pair<std::string, std::string>>;

const std::string* find(const Notes& notes, std::string_view name) {
  const auto found = std::find_if(notes.begin(), notes.end(), [&](const auto& note) { return note.first == name; });
  return found == notes.end() ? nullptr : &found->second;
}

double number_in(const Notes& notes, std::string_view name) {
  const std::string* text = find(notes, name);
  double value = 0.0;
  const bool found = text != nullptr;
  const char* end = found ? text->data() + text->size() : nullptr;
  if (!found || std::from_chars(text->data(), end, value) != std::from_chars_result{end, std::errc()} ||
      !std::isfinite(value)) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("the note '{}' of the model is {}, not a number", name, found ? *text : "missing"));
  }
  return value;
}

}  // namespace

Notes notes_of(const FeatureRecipe& recipe) {
  if (!recipe.slow_waves) return {{"features", "raw"}};
  const SlowWaveSettings& settings = *recipe.slow_waves;
  Notes notes = {{"features", std::string(kIndices[static_cast<std::size_t>(settings.index)])},
                 {"feature window", fmt::format("{}", settings.window)},
                 {"feature resolution", fmt::format("{}", settings.resolution)},
                 {"feature logarithm", settings.log ? "yes" : "no"}};
  const auto add = [&](const char* name, const Band& band) {
    notes.emplace_back(fmt::format("{} low", name), fmt::format("{}", band.low));
    notes.emplace_back(fmt::format("{} high", name), fmt::format("{}", band.high));
  };
  add("delta", settings.delta);
  add("theta", settings.theta);
  add("alpha", settings.alpha);
  return notes;
}

FeatureRecipe recipe_of(const Notes& notes) {
  const std::string* kind = find(notes, "features");
  if (kind == nullptr || *kind == "raw") return {};
  const auto index = std::find(kIndices.begin(), kIndices.end(), *kind);
  if (index == kIndices.end()) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("the model was trained on features '{}', which are not known", *kind));
  }
  SlowWaveSettings settings;
  settings.index = slow_wave_index(*index);
  settings.window = number_in(notes, "feature window");
  settings.resolution = number_in(notes, "feature resolution");
  const std::string* log = find(notes, "feature logarithm");
  settings.log = log != nullptr && *log == "yes";
  settings.delta = {number_in(notes, "delta low"), number_in(notes, "delta high")};
  settings.theta = {number_in(notes, "theta low"), number_in(notes, "theta high")};
  settings.alpha = {number_in(notes, "alpha low"), number_in(notes, "alpha high")};
  return {settings};
}

Features features(const FeatureRecipe& recipe, std::vector<double> samples, std::size_t channels, double sampling_rate,
                  std::span<const series::Piece> pieces, const Execution& execution) {
  Features result;
  if (!recipe.slow_waves) {
    for (const series::Piece& piece : pieces) result.pieces.push_back({piece.begin, piece.end, piece.begin});
    result.values = std::move(samples);
    return result;
  }
  const std::size_t before = window_samples(*recipe.slow_waves, sampling_rate) - 1;
  for (const series::Piece& piece : pieces) {
    const auto of_piece = std::span(samples).subspan(piece.begin * channels, (piece.end - piece.begin) * channels);
    const auto values = slow_waves(of_piece, channels, sampling_rate, *recipe.slow_waves, execution);
    const std::size_t begin = result.values.size() / channels;
    result.values.insert(result.values.end(), values.begin(), values.end());
    result.pieces.push_back({begin, result.values.size() / channels, piece.begin + before});
  }
  return result;
}

}  // namespace biotropy::sicamm
