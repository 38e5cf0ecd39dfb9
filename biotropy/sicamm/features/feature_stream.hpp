// SPDX-License-Identifier: Apache-2.0
//
// Features of live samples: filters, a window, and the features of a window every few samples. Whole recordings
// (features.hpp) have the same bits.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "biotropy/prepare/causal_filter.hpp"
#include "biotropy/sicamm/features/feature_recipe.hpp"
#include "biotropy/sicamm/features/spatial_features.hpp"

namespace biotropy::sicamm {

/// Natural logarithms of band powers of one window, in squared units; NaN for no power.
void log_band_powers(const SlidingBands::Window& window, const BandPowerSettings& settings, double sampling_rate,
                     std::span<double> result);

/// Samples of a window, one after the other whatever their places in the ring.
class SampleWindow {
 public:
  SampleWindow(std::size_t samples, std::size_t channels);

  void push(std::span<const double> sample);
  bool full() const { return count_ >= samples_; }

  /// [sample * channels + channel], oldest first, once it is full.
  std::span<const double> samples() const { return std::span(ring_).subspan(next_ * channels_, samples_ * channels_); }

  void reset() { count_ = next_ = 0; }

  /// Number of values of the state, whether the window is full or not.
  std::size_t state_size() const { return 1 + samples_ * channels_; }
  void append_state(std::vector<double>& state) const;
  void restore(std::span<const double> state);

 private:
  std::size_t samples_, channels_, next_ = 0, count_ = 0;
  std::vector<double> ring_;  // every sample twice, so that a window is never torn
};

class FeatureStream {
 public:
  /// @throws Error invalid_argument as validate(recipe, rate) does, and for no channels.
  FeatureStream(const FeatureRecipe& recipe, double sampling_rate, std::size_t channels);

  std::size_t channels() const { return channels_; }

  /// Length of a vector.
  std::size_t size() const;

  /// Adds a sample, one number for each channel. True where a vector was written: once the window is full, and then
  /// after each hop, at the time stamp of this sample. NaN as of the window and the filters. Allocates nothing, but for
  /// spatial features.
  bool step(std::span<const double> sample, std::span<double> features);

  /// Restarts, as after a gap.
  void reset();

  /// State from which restore() continues.
  std::vector<double> state() const;

  /// Continues from a state with the same recipe, rate and channels, bit for bit.
  /// @throws Error invalid_data for an invalid state.
  void restore(std::span<const double> state);

  // Windows refer to the bands of this object.
  FeatureStream(const FeatureStream&) = delete;
  FeatureStream& operator=(const FeatureStream&) = delete;

 private:
  std::span<const double> filtered(std::span<const double> sample);
  bool is_due();
  bool step_bands(std::span<const double> sample, std::span<double> features);
  bool step_covariances(std::span<const double> sample, std::span<double> features);

  FeatureRecipe recipe_;
  double rate_;
  std::size_t channels_, hop_, until_next_ = 0;  // samples with a full window before the next vector
  std::vector<prepare::CausalFilter> filters_;
  std::optional<SlowWaves> waves_;
  std::optional<SlidingBands> bands_;
  std::vector<SlidingBands::Window> windows_;
  std::optional<SampleWindow> samples_;
  std::vector<double> filtered_, scratch_, packed_;
};

}  // namespace biotropy::sicamm
