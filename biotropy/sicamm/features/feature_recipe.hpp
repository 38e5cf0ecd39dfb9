// SPDX-License-Identifier: Apache-2.0
//
// How feature vectors are made from samples: filters that use no later samples, then the samples themselves, an index of
// slow waves, logarithms of band powers, or covariances of windows, from which spatial features are learned
// (spatial_features.hpp). The recipe is stored with the model, so that later recordings get the same features.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "biotropy/prepare/filter.hpp"
#include "biotropy/prepare/sections.hpp"
#include "biotropy/sicamm/features/slow_wave.hpp"
#include "biotropy/sicamm/features/spatial_features.hpp"
#include "biotropy/sicamm/model.hpp"

namespace biotropy::sicamm {

/// Butterworth filter and notch, run forwards (prepare/causal_filter.hpp).
struct CausalFilterSettings {
  prepare::Band band{};         ///< Hz; open: no Butterworth filter
  int order = 4;                ///< of the Butterworth filter; a band-pass has twice as many poles
  std::optional<double> notch;  ///< Hz that are removed
};

/// Logarithm of the power of each channel in each band: the integral of the density of its power spectrum (periodic Hann
/// window, mean removed), in squared units of the channel.
struct BandPowerSettings {
  std::vector<Band> bands = {{4.0, 8.0}, {8.0, 13.0}, {13.0, 30.0}};  ///< Hz
  double window = 1.0;                                                 ///< seconds, rounded to samples
  double resolution = 1.0;                                             ///< Hz between the lines of the transform
};

/// At most one of slow_waves, band_powers and spatial; none: the samples themselves.
struct FeatureRecipe {
  std::optional<SlowWaveSettings> slow_waves{};
  std::optional<CausalFilterSettings> filter{};
  std::optional<BandPowerSettings> band_powers{};
  std::optional<SpatialSettings> spatial{};
  double hop = 0.0;  ///< seconds between windows, rounded to samples; 0: one sample

  /// Of spatial features: what was learned. Without it vectors are packed covariances.
  std::optional<SpatialMap> map{};

  /// Labels of the recorded channels, where the numbers of a vector have other names.
  std::vector<std::string> channels{};

  /// True unless vectors are the samples as they are.
  bool any() const { return slow_waves || filter || band_powers || spatial; }

  /// True if the numbers of a vector are not one for each channel.
  bool renames() const { return band_powers || spatial; }
};

/// @throws Error invalid_argument for settings out of range, and for those that are impossible at this rate.
void validate(const FeatureRecipe& recipe, double sampling_rate);

/// Samples in a window: 1 for the samples themselves.
std::size_t window_samples(const FeatureRecipe& recipe, double sampling_rate);

/// Samples from one window to the next, at least 1.
std::size_t hop_samples(const FeatureRecipe& recipe, double sampling_rate);

/// Numbers that are made from a window of so many channels.
std::size_t vector_size(const FeatureRecipe& recipe, std::size_t channels);

/// Names of these numbers once the map is known: "Fp1 8-13 Hz", "CSP1", or those of the channels.
std::vector<std::string> feature_names(const FeatureRecipe& recipe, const std::vector<std::string>& channels);

/// Of the filters of one channel; none without a filter.
prepare::Sections filter_sections(const FeatureRecipe& recipe, double sampling_rate);

/// Names and values for Model::notes.
std::vector<std::pair<std::string, std::string>> notes_of(const FeatureRecipe& recipe);

/// The samples themselves if the notes name no features. @throws Error invalid_data for invalid notes.
FeatureRecipe recipe_of(const std::vector<std::pair<std::string, std::string>>& notes);

/// Labels of the channels that a model is given samples of: those of its vectors, or those that these are made of.
std::vector<std::string> recorded_channels(const Model& model);

/// @throws Error invalid_data where the notes make no recipe, or one of other vectors than the model has.
void require_recipe(const Model& model);

}  // namespace biotropy::sicamm
