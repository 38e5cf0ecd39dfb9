// SPDX-License-Identifier: Apache-2.0
//
// Slow-wave indices of EEG, the features of Garcia-Molla et al. 2019: with delta, theta and alpha the powers of three
// bands,
//
//     DSI = delta / (theta + alpha),   TSI = theta / (delta + alpha),   ASI = alpha / (delta + theta),
//
// for a window that moves by one sample. The paper gives neither the formula nor the band limits, nor how a band power
// is estimated from a window of 0.25 s, whose Fourier lines are 4 Hz apart, so that none lies in delta. Here the
// transform is taken at every multiple of a finer resolution (zero padding); see sliding_bands.hpp.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "biotropy/sicamm/features/sliding_bands.hpp"
#include "biotropy/threads.hpp"
#include "biotropy/words.hpp"

namespace biotropy::sicamm {

enum class SlowWaveIndex { delta, theta, alpha };

struct SlowWaveSettings {
  SlowWaveIndex index = SlowWaveIndex::theta;
  Band delta{0.5, 4.0}, theta{4.0, 8.0}, alpha{8.0, 13.0};  ///< Hz
  double window = 0.25;                                     ///< seconds, rounded to samples
  double resolution = 1.0;                                  ///< Hz between the lines of the transform
  bool log = false;                                         ///< use the natural logarithm, which is nearly symmetric
};

/// The number of samples in the window. @throws Error invalid_argument unless rate and window are positive numbers.
std::size_t window_samples(const SlowWaveSettings& settings, double sampling_rate);

/// Indices of all channels of a stream.
class SlowWaves {
 public:
  /// @throws Error invalid_argument for no channels, and as SlidingBands does.
  SlowWaves(const SlowWaveSettings& settings, double sampling_rate, std::size_t channels);

  std::size_t window() const { return bands_.window(); }
  std::size_t channels() const { return windows_.size(); }

  /// Adds a sample, one number for each channel. Once the window is full it returns true and writes the index of each
  /// channel for the window that ends with this sample, at its time stamp. NaN if the window contains a value that is
  /// not finite, or no power to divide by (all equal). Allocates nothing.
  bool step(std::span<const double> sample, std::span<double> features);

  /// Restarts, as after a gap.
  void reset();

  /// State from which restore() continues.
  std::vector<double> state() const;

  /// Continues from a state with the same settings, rate and channels, bit for bit.
  /// @throws Error invalid_data for an invalid state.
  void restore(std::span<const double> state);

  // Windows refer to the bands of this object.
  SlowWaves(const SlowWaves&) = delete;
  SlowWaves& operator=(const SlowWaves&) = delete;

 private:
  SlowWaveSettings settings_;
  SlidingBands bands_;
  std::vector<SlidingBands::Window> windows_;
};

/// Indices of a whole recording [sample * channels + channel]: row i is the window that ends with sample i + window -
/// 1. Same bits as SlowWaves::step(). Empty for a recording shorter than the window.
/// @throws Error as SlowWaves does; invalid_data unless the samples are complete; cancelled.
std::vector<double> slow_waves(std::span<const double> samples, std::size_t channels, double sampling_rate,
                               const SlowWaveSettings& settings = {}, const Execution& execution = {});

}  // namespace biotropy::sicamm

namespace biotropy {

template <>
inline constexpr std::array kWords<sicamm::SlowWaveIndex>{
    Word{"tsi", sicamm::SlowWaveIndex::theta},
    Word{"dsi", sicamm::SlowWaveIndex::delta},
    Word{"asi", sicamm::SlowWaveIndex::alpha},
};

}  // namespace biotropy
